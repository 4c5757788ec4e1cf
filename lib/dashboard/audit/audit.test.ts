import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runRequest } from "@/lib/process/request-context";
import { isLinear } from "@/lib/testing/linear";
import { dashboardConfig, heldConfig } from "../config";
import { callManagement } from "../management/call/client";
import { updateRefreshTokenMetadata } from "../management/refresh-tokens";
import { createTemplate, deleteTemplate, updateTemplate } from "../management/templates";
import { problemOf } from "../problem/problem-of";
import { dashboardDatabase } from "../store/dashboard-database";
import { acceptWrites, clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { type AuditFilter, everything } from "./audit-entry";
import { auditEntry, insertAuditEntry } from "./audit-entry.test-data";
import { auditPage, listAuditEntries, unknownOutcomes } from "./audit-trail";
import { changedNames, digestOf, isHarmlessSetting, keptChanges, keptNames } from "./changes";
import { CSV_HEAD, csvCell, csvLine, jsonRow } from "./export-text";
import { auditFilterFaults, auditQuery, readAuditFilter, startOfDay } from "./read-filter";

const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };
const request = {
	name: "n",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation,
	well_known_trusted_issuers: "aamva",
};

/** A presentation request with so many names. */
const requesting = (count: number) => ({
	"org.iso.18013.5.1.mDL": {
		"org.iso.18013.5.1": Object.fromEntries(Array.from({ length: count }, (_, index) => [`name_${index}`, true])),
	},
});

let service: FaultServer;

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const trail = () => listAuditEntries(everything, null, 100);
const entryAt = (at: string, extra = {}) =>
	auditEntry({ id: `${at}-x`, at, operation: "delete_vc_templates_by_id", ...extra });

describe("a write leaves one row", () => {
	test("with admin, operation, and the names of the attributes; a created template under its identifier", async () => {
		service.handle = (_, response) => json(response, 201, { id: "vct_1", ...request });
		await createTemplate(request);
		expect(await trail()).toMatchObject([
			{
				subject: "editor",
				person: "editor",
				operation: "post_vc_templates",
				target: "vct_1",
				outcome: "done",
				changes: ["name", "type", "dialect", "well_known_trusted_issuers", "portrait"],
			},
		]);
	});

	test("with the changes to the state before, and a digest of both states", async () => {
		service.handle = (_, response) => json(response, 200, { id: "vct_1", ...request });
		const current = { id: "vct_1", ...request, name: "old" };
		await updateTemplate("vct_1", { name: "n", presentation }, current);
		const [row] = await trail();
		expect(row?.changes).toEqual(["~name"]);
		expect(row?.digestBefore).not.toBe(row?.digestAfter);
		expect(row).toMatchObject({ name: "n", values: [{ part: "name", before: "old", after: "n" }] });
	});

	test("with the keys of metadata and none of the values", async () => {
		service.handle = (_, response) => json(response, 200, { id: "dcr_1", refresh_token_metadata: { b: "planted-2" } });
		await updateRefreshTokenMetadata("dcr_1", { a: "planted-1", b: "planted-2" }, { b: "planted-0", c: "planted-3" });
		expect((await trail())[0]?.changes).toEqual(["+a", "-c", "~b"]);
		const rows = await (await dashboardDatabase()).selectFrom("audit_trail").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain("planted");
	});

	test("and with their values where the operator has enabled that, cut, and never with anything that looks like a secret", async () => {
		heldConfig.set({ ...dashboardConfig(), keepsMetadataValues: true });
		service.handle = (_, response) => json(response, 200, { id: "dcr_1" });
		const after = { city: "Oslo", api_key: "planted", note: "sk_live_planted123", long: "x".repeat(255) };
		await updateRefreshTokenMetadata("dcr_1", after, { city: "Bergen", note: "calm" });
		expect((await trail())[0]?.values).toEqual([
			{ part: "city", before: "Bergen", after: "Oslo" },
			{ part: "long", before: null, after: `${"x".repeat(159)}…` },
		]);
	});

	test.each([201, 400])(
		"with some of very many names and the number of the others, also where it ends with %i",
		async (status) => {
			service.handle = (_, response) => json(response, status, { id: "vct_1", ...request });
			await createTemplate({ ...request, presentation: requesting(9_000) }).catch(() => {});
			const [row] = await trail();
			expect([row?.changes.length, row?.moreChanges]).toEqual([100, 8_904]);
			const rows = await (await dashboardDatabase()).selectFrom("audit_trail").selectAll().execute();
			expect(JSON.stringify(rows).length).toBeLessThan(5_000);
		},
	);

	test("with the name of a deleted resource, which is looked up where it is not known", async () => {
		service.handle = ({ method }, response) =>
			method === "GET" ? json(response, 200, { id: "vct_1", ...request }) : json(response, 204, "");
		await deleteTemplate("vct_1");
		await insertAuditEntry(entryAt("2026-01-01T00:00:00.000Z", { target: "vct_1" }));
		expect((await trail()).map(({ name }) => name)).toEqual(["n", "n"]);
	});

	test.each([
		[409, "refused"],
		[403, "refused"],
		[429, "not-done"],
		[503, "unknown"],
	])("with the outcome of a %i: %s", async (status, outcome) => {
		service.handle = (_, response) => json(response, status, { message: "no" });
		await callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" } }).catch(() => {});
		expect(await trail()).toMatchObject([{ target: "vct_1", outcome, status }]);
	});

	test("which a look-up corrects when it finds the outcome", async () => {
		service.handle = ({ method }, response) =>
			method === "POST"
				? response.socket?.destroy()
				: json(response, 200, { templates: [{ id: "vct_7", ...request }] });
		await createTemplate(request);
		expect(await trail()).toMatchObject([{ target: "vct_7", outcome: "done" }]);
	});

	test("before anything is sent: with a store that can't be written, nothing is sent", async () => {
		await acceptWrites(false);
		const error = await createTemplate(request).catch((cause: unknown) => cause);
		expect(problemOf(error, "template").title).toBe("Nothing was saved");
		expect([service.seen.length, service.tokensIssued()]).toEqual([0, 0]);
	});

	const remove = (audit: Parameters<typeof callManagement>[1]["audit"]) =>
		callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" }, audit });
	const fail = async () => {
		throw new Error("no version");
	};

	test("with its outcome, also where what is committed with that fails", async () => {
		service.handle = (_, response) => json(response, 204, "");
		await remove({ ended: fail });
		expect(await trail()).toMatchObject([{ target: "vct_1", outcome: "done" }]);
	});

	test("together with what it begins with: where that can't be stored, there is no row and nothing is sent", async () => {
		await expect(remove({ began: fail })).rejects.toThrow("the audit trail can't be written");
		expect([await trail(), service.seen]).toEqual([[], []]);
	});

	/** The statement runs; its wait for the disk fails. */
	async function failToCommit(code: string) {
		vi.spyOn(await dashboardDatabase(), "transaction").mockImplementation(() => {
			throw Object.assign(new Error("input/output error"), { code });
		});
	}

	test("that may be stored where its sync failed: the message is that nothing was sent", async () => {
		await failToCommit("EIO");
		const error = await createTemplate(request).catch((cause: unknown) => cause);
		expect(problemOf(error, "template")).toMatchObject({
			title: "Nothing was sent",
			message: expect.stringContaining("The audit trail may still name the change"),
		});
		expect(service.seen).toEqual([]);
	});

	test("and where a later write of the request leaves none, the writes before are not reported as unsaved", async () => {
		service.handle = (_, response) => json(response, 201, { id: "vct_1", ...request });
		const problem = await runRequest(async () => {
			await createTemplate(request);
			await failToCommit("SQLITE_IOERR_FSYNC");
			return createTemplate(request).catch((cause: unknown) => problemOf(cause, "template"));
		});
		expect(problem).toMatchObject({
			title: "Not confirmed",
			message: expect.stringContaining("What was sent before may be saved"),
		});
	});
});

test("writes of one millisecond are listed in the order in which they were made, the last one first", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	try {
		service.handle = (_, response) => json(response, 201, { id: "vct_1", ...request });
		const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
		for (const name of names) await createTemplate({ ...request, name });
		expect((await trail()).map(({ name }) => name)).toEqual(names.toReversed());
	} finally {
		vi.useRealTimers();
	}
});

test("reads leave no row, nor do requests that the console refuses", async () => {
	service.handle = (_, response) => json(response, 200, { templates: [] });
	await callManagement("get_vc_templates", {});
	signInAs("viewer");
	await createTemplate(request).catch(() => {});
	expect(await trail()).toEqual([]);
});

test("writes of unknown outcome are listed until the next write to the target, and not while they are in progress", async () => {
	const now = new Date(Date.UTC(2026, 0, 9));
	const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
	const unknown = (seconds: number, target: string) =>
		insertAuditEntry(entryAt(ago(seconds), { target, outcome: "unknown", id: `${ago(seconds)}-${target}` }));
	await unknown(8 * 24 * 3600, "too old");
	for (const target of ["written since", "refused since", "open"]) await unknown(3600, target);
	await unknown(5, "under way");
	await insertAuditEntry(entryAt(ago(60), { target: "written since" }));
	await insertAuditEntry(entryAt(ago(50), { target: "refused since", outcome: "refused" }));
	const found = await unknownOutcomes(7, 10, now);
	expect(found.map(({ target }) => target).toSorted()).toEqual(["open", "refused since"]);
	expect(await unknownOutcomes(7, 1, now)).toHaveLength(1);
	signInAs(null);
	await expect(unknownOutcomes(7, 1, now)).rejects.toThrow();
});

test("the trail is paged by checkpoints, each row once, and filtered by every condition", async () => {
	for (let index = 0; index < 120; index += 1) {
		const at = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
		const person = index % 2 ? "ann@example.com" : "100%_bob";
		const concerned = index === 7 ? { userId: "auth0|1", userLabel: "Mina@example.org" } : {};
		const outcome = index === 5 ? "unknown" : "done";
		await insertAuditEntry(entryAt(at, { person, target: `vct_${index}`, outcome, ...concerned }));
	}
	const seen = new Set<string>();
	let from: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof auditPage>> = await auditPage(everything, from);
		for (const { id } of page.entries) seen.add(id);
		from = page.next;
	} while (from);
	expect(seen.size).toBe(120);
	const count = async (filter: Partial<AuditFilter>) =>
		(await listAuditEntries({ ...everything, ...filter }, null, 500)).length;
	expect(await count({ person: "ANN@" })).toBe(60);
	expect(await count({ person: "0%_b" })).toBe(60);
	expect(await count({ person: "0x_b" })).toBe(0);
	expect(await count({ outcome: "unknown" })).toBe(1);
	expect(await count({ target: "vct_11" })).toBe(11);
	expect(await count({ target: "mina@" })).toBe(1);
	expect(await count({ target: "auth0|1" })).toBe(1);
	expect(await count({ person: "' or 1=1 --" })).toBe(0);
	expect(await count({ since: "2026-01-01", until: "2026-01-01" })).toBe(120);
	expect(await count({ since: "2026-01-02" })).toBe(0);
	expect(await count({ until: "2025-12-31" })).toBe(0);
	// In a time zone five hours behind it was the evening before.
	expect(await count({ until: "2025-12-31", timeZone: "America/New_York" })).toBe(120);
});

test("the trail is not read without a session", async () => {
	signInAs(null);
	await expect(auditPage(everything, null)).rejects.toMatchObject({ reason: "signed-out" });
});

test("a reason is a condition in the URL of the page and of its exports", () => {
	const filter = readAuditFilter({ reason: " SUP-1 & more " }, "UTC");
	expect(filter).toEqual({ ...everything, reason: "SUP-1 & more" });
	expect(auditQuery(filter)).toEqual({ reason: "SUP-1 & more" });
});

test("of several values none is a condition, and spaces around one are not part of it", () => {
	expect(readAuditFilter({ person: [" a ", "b"], operation: " ", since: " 2026-02-28 " }, "UTC")).toEqual({
		...everything,
		since: "2026-02-28",
	});
});

test.each<[Record<string, string>, Record<string, string>]>([
	[{ operation: "constructor" }, { operation: "There is no such operation." }],
	[{ outcome: "x" }, { outcome: "There is no such outcome." }],
	[
		{ since: "2026-02-30", until: "yesterday" },
		{ since: "This is not a day.", until: "This is not a day." },
	],
	[{ subject: "x".repeat(301) }, { subject: "At most 300 characters can be searched for." }],
	[{ person: "a", subject: "b", reason: "c", outcome: "done", since: "2026-02-28", until: "2026-01-01" }, {}],
	[{}, {}],
])("of the filter %j is said what can't be searched for", (query, faults) => {
	const filter = readAuditFilter(query, "UTC");
	expect(auditFilterFaults(filter)).toEqual(faults);
	expect(auditQuery(filter)).toEqual(query);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "|cmd", "%0A"])("%j is no formula in a spreadsheet", (text) => {
	expect(csvCell(text)).toBe(`"'${text}"`);
	for (const separator of [";", "\t", "\r", "\n", "; ", ';"']) {
		const quoted = separator.replace('"', '""');
		expect(csvCell(`a${separator}${text}`)).toBe(`"a${quoted.charAt(0)}'${quoted.slice(1)}${text}"`);
	}
	expect(csvCell(`a,${text} ${text};a`)).toBe(`"a,${text} ${text};a"`);
});

/** As spreadsheets read a file: a cell that begins with a quote goes on to the next one, all else to a separator. */
function cellsOf(file: string, separator: string): string[] {
	const ofQuotes = '"(?:[^"]|"")*"?';
	const cell = new RegExp(`(?:${ofQuotes})?[^${separator}\r\n]*`, "y");
	const cells: string[] = [];
	for (let at = 0; at < file.length; at = cell.lastIndex + 1) {
		cell.lastIndex = at;
		const [text = ""] = cell.exec(file) ?? [];
		cells.push(text.replace(new RegExp(`^${ofQuotes}`), (quoted) => quoted.slice(1, -1).replaceAll('""', '"')));
	}
	return cells;
}

test("no cell begins with a formula, whichever separator the spreadsheet expects, and whether it knows quotes", () => {
	const text = fc.string({ unit: fc.constantFrom(...'=+-@;,"\t\r\n a1'), maxLength: 12 });
	const isFormula = (cell: string) => /^[\s"]*[=+\-@]/.test(cell);
	fc.assert(
		fc.property(text, text, text, (target, name, person) => {
			const at = "2026-01-01T00:00:00.000Z";
			const values = [{ part: target, before: person, after: null }];
			const file = CSV_HEAD + csvLine(entryAt(at, { target, name, person, changes: [name, person], values }));
			for (const separator of [",", ";", "\t"]) expect(cellsOf(file, separator).filter(isFormula)).toEqual([]);
			for (const separator of [";", "\t"]) {
				expect(file.split(new RegExp(`[${separator}\r\n]`)).filter(isFormula)).toEqual([]);
			}
		}),
		{ numRuns: process.env.LONG ? 2_000 : 200 },
	);
	expect(isLinear(csvCell, (length) => ';"'.repeat(length / 2), 400_000)).toBe(true);
});

test("a row of CSV contains quotes and line breaks as text", () => {
	const line = csvLine(entryAt("2026-01-01T00:00:00.000Z", { target: 'a"b\nc', changes: ["+x"] }));
	expect(line).toContain('"a""b\nc"');
	expect(line).toContain(`"'+x"`);
	const values = [{ part: "name", before: "A", after: null }];
	expect(csvLine(entryAt("2026-01-01T00:00:00.000Z", { name: "=A", values }))).toMatch(
		/,"r","'=A","","name: ""A"" → ","","","","","",""\r\n$/,
	);
	const concerned = { userId: "auth0|1", userLabel: "mina@example.org" };
	expect(csvLine(entryAt("2026-01-01T00:00:00.000Z", concerned))).toMatch(
		/,"","auth0\|1","mina@example.org","","","",""\r\n$/,
	);
	const reason = '=HYPERLINK("https://evil.example"),SUP-1';
	expect(csvLine(entryAt("2026-01-01T00:00:00.000Z", { reason }))).toMatch(
		/,"'=HYPERLINK\(""https:\/\/evil\.example""\),SUP-1","","",""\r\n$/,
	);
	expect(jsonRow(entryAt("2026-01-01T00:00:00.000Z", { reason }))).toMatchObject({ reason });
	expect(jsonRow(entryAt("2026-01-01T00:00:00.000Z"))).toMatchObject({ reason: null });
	const decided = { proposal: { id: "p_1", by: "=Ann" }, isEmergency: true } as const;
	expect(csvLine(entryAt("2026-01-01T00:00:00.000Z", decided))).toMatch(/,"","p_1","'=Ann","true"\r\n$/);
	expect(jsonRow(entryAt("2026-01-01T00:00:00.000Z", decided))).toMatchObject({
		proposal: "p_1",
		proposed_by: "=Ann",
		emergency: true,
	});
	expect(jsonRow(entryAt("2026-01-01T00:00:00.000Z"))).toMatchObject({
		proposal: null,
		proposed_by: null,
		emergency: false,
	});
	expect(CSV_HEAD).toMatch(
		/,reference,name,person_name,values,user_id,user,reason,proposal,proposed_by,emergency\r\n$/,
	);
});

test.each([
	["post_vc_templates", "Create template", "POST /verifiable-credentials/verification/templates"],
	["patch_vc_templates_by_id", "Change template", "PATCH /verifiable-credentials/verification/templates/{id}"],
	["delete_vc_templates_by_id", "Delete template", "DELETE /verifiable-credentials/verification/templates/{id}"],
	["patch_refresh-tokens_by_id", "Edit metadata", "PATCH /refresh-tokens/{id}"],
	["delete_refresh-tokens_by_id", "Revoke refresh token", "DELETE /refresh-tokens/{id}"],
	["post_something_else", "post_something_else", ""],
])("%s is exported with the label of the page, and its request", (operation, words, request) => {
	const entry = entryAt("2026-01-01T00:00:00.000Z", { operation });
	expect(jsonRow(entry)).toMatchObject({ operation: words, request });
	expect(CSV_HEAD).toContain(",operation,request,");
	expect(csvLine(entry)).toContain(`,"${words}","${request}",`);
});

test("names are marked by their kind of change, and a digest does not depend on their order", () => {
	expect(changedNames({ a: 1, b: 2, ["__proto__"]: 1 }, { b: 3, c: 4 })).toEqual(["+c", "-a", "-__proto__", "~b"]);
	expect(digestOf({ a: 1, b: 2 }, "s")).toBe(digestOf({ b: 2, a: 1 }, "s"));
	expect(digestOf({ a: 1 }, "s")).not.toBe(digestOf({ a: 1 }, "t"));
});

const manyNames = (count: number, sign = "") => Array.from({ length: count }, (_, index) => `${sign}name_${index}`);

test("the names of a write are compared in time linear in their number, whatever they do", () => {
	const named = (names: string[], value: number) => Object.fromEntries(names.map((name) => [name, value]));
	for (const [before, after] of [
		[() => ({}), (count: number) => named(manyNames(count), 1)],
		[(count: number) => named(manyNames(count), 1), () => ({})],
		[(count: number) => named(manyNames(count), 1), (count: number) => named(manyNames(count).toReversed(), 2)],
	] as const) {
		const inputOf = (count: number) => [before(count), after(count)] as const;
		expect(isLinear(([was, is]) => keptNames(changedNames(was, is)), inputOf, 15_000, 10)).toBe(true);
	}
});

test("of very many names of a write some of each sign are kept, and the number of the others; a long name is cut", () => {
	const few = manyNames(100, "+");
	expect(keptNames(few)).toEqual({ changes: few, moreChanges: 0 });
	const { changes, moreChanges } = keptNames([...manyNames(9_000, "+"), "-portrait", ...manyNames(60, "~")]);
	expect([changes.length, moreChanges]).toEqual([100, 8_961]);
	expect(changes).toContain("-portrait");
	expect(changes.filter((name) => name.startsWith("~"))).toHaveLength(49);
	expect(keptNames(["+".padEnd(10_000, "x")]).changes[0]?.length).toBeLessThan(310);
});

test("a row of an older version with all its names is read, shown and exported with some", async () => {
	await insertAuditEntry(entryAt("2026-01-01T00:00:00.000Z", { changes: manyNames(9_000, "+") }));
	const [row] = (await auditPage(everything, null)).entries;
	expect([row?.changes.length, row?.moreChanges]).toEqual([100, 8_900]);
	if (!row) throw new Error("no row");
	expect(jsonRow(row)).toMatchObject({ changes: row.changes, more_changes: 8_900 });
	expect(csvLine(row)).toContain(' +name_99 and 8,900 more",');
});

test("no setting is kept that looks like a secret, by its name or by its value", () => {
	const before = { name: "A", client_secret: "s", address: "https://ann:planted@a/", note: "b" };
	const after = { name: "B", client_secret: "t", address: "https://a/", note: "sk_live_planted123" };
	const isKept = (part: string) => isHarmlessSetting("application", part);
	expect(keptChanges(before, after, isKept)).toEqual([{ part: "name", before: "A", after: "B" }]);
});

test.each([
	["2026-01-31", 0, "UTC", "2026-01-31T00:00:00.000Z"],
	["2026-01-31", 1, "UTC", "2026-02-01T00:00:00.000Z"],
	["2026-01-31", 0, "Europe/Oslo", "2026-01-30T23:00:00.000Z"],
	// Clocks are set forward on the first day, and back on the last.
	["2026-03-29", 0, "Europe/Oslo", "2026-03-28T23:00:00.000Z"],
	["2026-03-29", 1, "Europe/Oslo", "2026-03-29T22:00:00.000Z"],
	["2026-10-25", 1, "Europe/Oslo", "2026-10-25T23:00:00.000Z"],
	// They are set forward at midnight, and back to the hour before it.
	["2026-09-06", 0, "America/Santiago", "2026-09-06T04:00:00.000Z"],
	["2026-09-05", 1, "America/Santiago", "2026-09-06T04:00:00.000Z"],
	["2026-09-06", 1, "America/Santiago", "2026-09-07T03:00:00.000Z"],
	["2026-04-05", 0, "America/Santiago", "2026-04-05T04:00:00.000Z"],
	["2026-04-05", 1, "America/Santiago", "2026-04-06T04:00:00.000Z"],
])("%s and %i days begins in %s at %s", (day, later, timeZone, start) => {
	expect(startOfDay(day, later, timeZone)).toBe(start);
});
