import type * as NodeCrypto from "node:crypto";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as Transactions from "@/lib/database/in-transaction";
import type { IdentityService, Message } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { outboxSender } from "../messages/outbox";
import { assembled } from "../open-identity-service";
import { callAccounts, canSignIn } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ISSUER, startTestService, USER_ID } from "../testing/test-service";

const CHOSEN = "a phrase that is hard to guess";
const PHONE = "+12025550143";
const PKCE = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
const hashes = vi.hoisted(() => ({ made: 0 }));
const recorded = vi.hoisted((): string[] => []);

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

// A commit takes longer than all statements in it.
vi.mock("@/lib/database/in-transaction", async (original) => {
	const real = await original<typeof Transactions>();
	return {
		...real,
		inTransaction: async (...parameters: Parameters<typeof real.inTransaction>) => {
			recorded.push("begin");
			const result = await real.inTransaction(...parameters);
			recorded.push("commit");
			return result;
		},
	};
});

/** The same service over a database that records every statement: its kind and its tables, not its values. */
function recording(service: IdentityService): IdentityService {
	const plugin: KyselyPlugin = {
		transformQuery: ({ node }) => {
			const tables = JSON.stringify(node).match(/"table":\{"kind":"SchemableIdentifierNode"[^}]*"name":"\w+"/g) ?? [];
			recorded.push(`${node.kind} ${tables.map((table) => /"name":"(\w+)"$/.exec(table)?.[1]).join()}`);
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	const database = service.database.withPlugin(plugin);
	const outbox = outboxSender({ ...service, database });
	const deliver = (way: "send" | "drop") => async (message: Message) => {
		recorded.push(`message by ${message.channel}`);
		await outbox[way](message);
	};
	const sender = { send: deliver("send"), drop: deliver("drop") };
	const whole = assembled({ ...service, database, sender });
	// What is added is written later, with what other requests add.
	const log: IdentityService["log"] = {
		record: async () => void recorded.push("entry of the log, in a transaction"),
		add: () => void recorded.push("entry of the log"),
		flush: async () => {},
	};
	return Object.assign(whole, { log });
}

describe("whether an address has an account", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let service: IdentityService;
	beforeAll(async () => {
		tenant = await startTestService();
		const phone = { phone_number: PHONE, user_id: USER_ID };
		await tenant.service.database.insertInto("user_phones").values(phone).execute();
		service = recording(tenant.service);
	});
	beforeEach(() => tenant.service.database.deleteFrom("login_failures").execute());
	afterAll(() => tenant.stop());

	async function workOf(run: () => Promise<unknown>) {
		recorded.length = 0;
		hashes.made = 0;
		await run();
		return { statements: [...recorded], hashes: hashes.made };
	}
	async function submit(form: "signup" | "forgotten" | "code", email: string, client = "web") {
		const browser = new TestBrowser(service);
		const page = await browser.authorize({ client_id: client, ...PKCE });
		const fields: Record<string, string> = form === "code" ? { destination: email } : { email, password: CHOSEN };
		return workOf(() => browser.visit(`${page.pathname}/${form}`, fields));
	}
	const start = (fields: Record<string, string>) => {
		const body = new URLSearchParams({ client_id: "courier", send: "code", ...fields });
		const request = new Request(`${ISSUER}passwordless/start`, { method: "POST", body });
		return workOf(async () => expect((await handleServiceRequest(service, request)).status).toBe(200));
	};

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
		["a call for a code", 0, (email: string) => start({ connection: "email", email })],
		["the form for a code", 0, (email: string) => submit("code", email, "courier")],
		[
			"a call for a code by text message",
			0,
			(email: string) => start({ connection: "sms", phone_number: email === EMAIL ? PHONE : "+12025550144" }),
		],
	])("makes no difference to the work of %s", async (_what, hashesMade, run) => {
		const unknown = await run(`unknown-${Math.random()}@example.com`);
		const known = await run(EMAIL);
		expect(known).toEqual(unknown);
		expect(known.hashes).toBe(hashesMade);
		// The comparison includes the real work.
		expect(known.statements.filter((each) => each.startsWith("message"))).toHaveLength(1);
		expect(known.statements.join()).toMatch(/SelectQueryNode (users|user_phones)/);
		expect(known.statements.filter((each) => each.startsWith("Insert")).length).toBeGreaterThan(1);
		// Nothing that is deleted unseen has a commit of its own, here or in the request after this one.
		const inTransactions =
			known.statements
				.join("\n")
				.match(/begin\n[\s\S]*?\ncommit/g)
				?.join("\n") ?? "";
		for (const table of ["pending_sign_ups", "password_resets", "outbox_messages"]) {
			const ofTable = (text: string) => text.split("\n").filter((line) => line.endsWith(` ${table}`));
			expect(ofTable(inTransactions)).toEqual(ofTable(known.statements.join("\n")));
		}
	});

	it.each<[string, number, (email: string) => ReturnType<typeof workOf>]>([
		[
			"a wrong password on the page",
			1,
			async (email) => {
				const browser = new TestBrowser(service);
				const page = await browser.authorize({ client_id: "web", ...PKCE });
				return workOf(() => browser.submit(page, email, "wrong"));
			},
		],
		["a wrong password in a call", 1, (email) => workOf(() => canSignIn(service, email, "wrong"))],
		[
			"a wrong code on the page",
			0,
			async (email) => {
				const browser = new TestBrowser(service);
				const page = await browser.authorize({ client_id: "courier", ...PKCE });
				return workOf(() => browser.visit(`${page.pathname}/code`, { destination: email, code: "000000" }));
			},
		],
	])("makes no difference to the work of %s, with its entry in the log", async (_what, hashesMade, run) => {
		const unknown = await run(`unknown-${Math.random()}@example.com`);
		const known = await run(EMAIL);
		expect(known).toEqual(unknown);
		expect(known.hashes).toBe(hashesMade);
		expect(known.statements.filter((each) => each === "entry of the log")).toHaveLength(1);
	});
});
