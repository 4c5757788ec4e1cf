import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { templateFileName, templateFileText } from "../templates/template-file";
import { templateNamed } from "../templates/whole-template.test-data";
import { json, refusal } from "../testing/fault-server";
import { type Fault, type FolderTenant, runCommand, startFolderTenant } from "./folder-tenant.test-data";

vi.mock("node:timers/promises", async (original) => ({
	...(await original<object>()),
	setTimeout: (milliseconds: number, value: unknown, options?: { signal?: AbortSignal }) => {
		const { promise, resolve } = Promise.withResolvers<unknown>();
		// Waits for a repetition are short here, deadlines as long as they are.
		const timer = setTimeout(resolve, options?.signal ? milliseconds : milliseconds / waitsFasterBy, value);
		options?.signal?.addEventListener("abort", () => clearTimeout(timer));
		return promise;
	},
}));

let waitsFasterBy = 1;
let tenant: FolderTenant;

beforeEach(async () => {
	waitsFasterBy = 1;
	tenant = await startFolderTenant();
});
afterEach(() => tenant.stop());

const mode = { deletes: true, recreates: true, keep: null };
const apply = () => runCommand({ name: "apply", folder: tenant.folder, mode, saved: null, isConfirmed: true });
const plan = () => runCommand({ name: "plan", folder: tenant.folder, mode, out: null });

/** Random numbers from 0 to 1, the same for each seed (mulberry32). */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const FAULTS: Fault[] = [
	{ when: "before", as: "500" },
	{ when: "after", as: "500" },
	{ when: "before", as: "lost" },
	{ when: "after", as: "lost" },
];

test.each(process.env.LONG ? Array.from({ length: 50 }, (_, seed) => seed) : [1])(
	"with a tenant that fails and loses responses nothing is written twice and nothing claimed that is not so (seed %i)",
	async (seed) => {
		waitsFasterBy = 100;
		for (const name of ["changed", "removed", "recreated"]) {
			for (const index of [1, 2, 3]) tenant.add(templateNamed(`${name} ${index}`));
		}
		await runCommand({ name: "export", folder: tenant.folder, overwrite: false });
		for (const index of [1, 2, 3]) {
			const wanted = (name: string, more: object) =>
				tenant.write(templateFileName(name), templateFileText(templateNamed(name, more)));
			wanted(`changed ${index}`, { type: "other" });
			wanted(`recreated ${index}`, { certificateAuthority: "another" });
			wanted(`created ${index}`, {});
			tenant.remove(templateFileName(`removed ${index}`));
		}
		const random = randomOf(seed);
		tenant.fault = () => (random() < 0.3 ? (FAULTS[Math.floor(random() * FAULTS.length)] ?? null) : null);
		for (let run = 0; run < 30; run += 1) {
			const { result, exitCode } = await apply();
			const results =
				"json" in result && "results" in result.json
					? (result.json.results as { name: string; outcome: string; action: string; id: string | null }[])
					: [];
			for (const { name, outcome, action, id } of results) {
				if (outcome !== "done" && outcome !== "already") continue;
				expect(tenant.idOf(name) || null, `${action} ${name}`).toBe(id);
			}
			if (exitCode === 0) break;
		}
		tenant.fault = () => null;
		expect((await plan()).exitCode).toBe(0);
		// Each write was carried out once, whatever became of its response.
		expect(tenant.written.toSorted()).toEqual(
			[1, 2, 3]
				.flatMap((index) => [`PATCH changed ${index}`, `DELETE removed ${index}`, `POST created ${index}`])
				.concat([1, 2, 3].flatMap((index) => [`DELETE recreated ${index}`, `POST recreated ${index}`]))
				.toSorted(),
		);
	},
);

// The long run has as many as a tenant may have.
const count = process.env.LONG ? 3000 : 300;

test(`${count} templates are created within the tenant's limit, with progress, and read again as they are`, async () => {
	for (let index = 0; index < count; index += 1) {
		const name = `Template ${index}`;
		tenant.write(templateFileName(name), templateFileText(templateNamed(name)));
	}
	tenant.limit = count / 3;
	const { exitCode, output, progress } = await apply();
	expect(exitCode).toBe(0);
	expect(output).toContain(`${count} of ${count} done.`);
	expect(tenant.written).toHaveLength(count);
	expect(Math.max(...tenant.perSecond.values())).toBeLessThanOrEqual(tenant.limit);
	expect(progress).toContainEqual(expect.stringMatching(`^[\\d,]+ of ${count.toLocaleString("en")} …$`));
	expect((await plan()).exitCode).toBe(0);
});

test("what the tenant refuses for its limit is sent again after the reset", async () => {
	for (const name of ["A", "B"]) tenant.write(`${name}.json`, templateFileText(templateNamed(name)));
	let refusals = 0;
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) => {
		refusals += 1;
		if (refusals % 2 === 0) return handle(request, response);
		response.writeHead(429, { "retry-after": "1", "content-type": "application/json" }).end('{"message":"slow"}');
	};
	expect((await apply()).exitCode).toBe(0);
	expect(tenant.written).toEqual(["POST A", "POST B"]);
});

test("stops where the tenant refuses the console, and says what was done", async () => {
	for (const name of ["A", "B", "C"]) tenant.write(`${name}.json`, templateFileText(templateNamed(name)));
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) =>
		request.body.includes('"B"') ? json(response, 403, refusal(403)) : handle(request, response);
	const { exitCode, output } = await apply();
	expect(exitCode).toBe(1);
	expect(output).toContain("1 of 3 done.");
	expect(output).toMatch(/Stopped: The console lacks a scope\. .* 2 not tried\. Apply again to continue\./);
	tenant.service.handle = handle;
	expect((await apply()).output).toContain("2 of 2 done.");
	expect(tenant.written).toEqual(["POST A", "POST B", "POST C"]);
});
