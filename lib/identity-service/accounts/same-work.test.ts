import type * as NodeCrypto from "node:crypto";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { IdentityService, Message } from "../context/identity-service";
import { assembled } from "../open-identity-service";
import { callAccounts } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, startTestService } from "../testing/test-service";

const CHOSEN = "a phrase that is hard to guess";
const hashes = vi.hoisted(() => ({ made: 0 }));

// Counts calls of the real function, since hashing is what takes time here.
vi.mock("node:crypto", async (original) => {
	const crypto = await original<typeof NodeCrypto>();
	return {
		...crypto,
		scrypt: (...parameters: Parameters<typeof crypto.scrypt>) => {
			hashes.made += 1;
			return crypto.scrypt(...parameters);
		},
	};
});

/** The same service over a database that records every statement: its kind and its tables, not its values. */
function recording(service: IdentityService, recorded: string[]): IdentityService {
	const plugin: KyselyPlugin = {
		transformQuery: ({ node }) => {
			const tables = JSON.stringify(node).match(/"table":\{"kind":"SchemableIdentifierNode"[^}]*"name":"\w+"/g) ?? [];
			recorded.push(`${node.kind} ${tables.map((table) => /"name":"(\w+)"$/.exec(table)?.[1]).join()}`);
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	const database = service.database.withPlugin(plugin);
	const sender = {
		async send(message: Message) {
			recorded.push(`message by ${message.channel}`);
			await service.sender.send(message);
		},
	};
	return assembled({ ...service, database, sender });
}

describe("whether an address has an account", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	const recorded: string[] = [];
	let service: IdentityService;
	beforeAll(async () => {
		tenant = await startTestService();
		service = recording(tenant.service, recorded);
	});
	beforeEach(() => tenant.service.database.deleteFrom("login_failures").execute());
	afterAll(() => tenant.stop());

	async function workOf(run: () => Promise<unknown>) {
		recorded.length = 0;
		hashes.made = 0;
		await run();
		return { statements: [...recorded], hashes: hashes.made };
	}
	async function submit(form: "signup" | "forgotten", email: string) {
		const browser = new TestBrowser(service);
		const page = await browser.authorize({ client_id: "web" });
		return workOf(() => browser.visit(`${page.pathname}/${form}`, { email, password: CHOSEN }));
	}

	it.each([
		[
			"a call to sign up",
			1,
			(email: string) => workOf(() => callAccounts(service, "signup", { email, password: CHOSEN })),
		],
		[
			"a call for a new password",
			0,
			(email: string) => workOf(() => callAccounts(service, "change_password", { email })),
		],
		["the form to sign up", 1, (email: string) => submit("signup", email)],
		["the form for a forgotten password", 0, (email: string) => submit("forgotten", email)],
	])("makes no difference to the work of %s", async (_what, hashesMade, run) => {
		const unknown = await run(`unknown-${Math.random()}@example.com`);
		const known = await run(EMAIL);
		expect(known).toEqual(unknown);
		expect(known.hashes).toBe(hashesMade);
		// The comparison includes the real work.
		expect(known.statements.filter((each) => each.startsWith("message"))).toHaveLength(1);
		expect(known.statements).toContain("SelectQueryNode users");
		expect(known.statements.filter((each) => each.startsWith("Insert")).length).toBeGreaterThan(1);
	});
});
