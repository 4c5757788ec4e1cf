import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everything } from "../audit/audit-entry";
import { listAuditEntries } from "../audit/audit-trail";
import { CommandLine, markCommandProcess } from "../session/command-line";
import { noPurpose, type Purpose, purposeWith } from "../templates/purpose";
import { acceptWrites, clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { readPurpose, readPurposes, writePurpose } from "./template-purposes";

const stated: Purpose = {
	...purposeWith((field) => field),
	purpose: "To check that you are at least 18.",
	legalBasis: "GDPR Art. 6(1)(c): legal obligation",
	retention: "not stored",
	privacyNotice: "https://example.org/privacy",
	preset: "over-18",
};
const trail = () => listAuditEntries(everything, null, 10);

function guarantees(postgres?: string) {
	beforeEach(async () => {
		await pointAtService("http://127.0.0.1:9", postgres);
		signInAs("editor");
	});
	afterEach(clearDashboardState);

	test("a purpose is read as it was written last, and those of several templates at once", async () => {
		await writePurpose(undefined, "vct_1", "Bar", noPurpose, { ...stated, retention: "30 days" });
		await writePurpose(undefined, "vct_1", "Bar", noPurpose, stated);
		await writePurpose(undefined, "vct_2", "Door", noPurpose, { ...noPurpose, purpose: "It's “quoted” <b>" });
		expect(await readPurpose("vct_1")).toEqual(stated);
		expect(await readPurposes(["vct_2", "vct_3", "vct_1"])).toEqual(
			new Map([
				["vct_1", stated],
				["vct_2", { ...noPurpose, purpose: "It's “quoted” <b>" }],
			]),
		);
		expect(await readPurpose("vct_3")).toEqual(noPurpose);
		expect(await readPurposes([])).toEqual(new Map());
	});

	test("a purpose of which nothing is stated any more is not stored", async () => {
		await writePurpose(undefined, "vct_1", "Bar", noPurpose, stated);
		await writePurpose(undefined, "vct_1", "Bar", stated, noPurpose);
		expect(await readPurposes(["vct_1"])).toEqual(new Map());
	});

	test("every write is a row of the audit trail, with old and new values", async () => {
		await writePurpose(
			undefined,
			"vct_1",
			"Bar",
			{ ...noPurpose, purpose: "Old.", preset: "name" },
			{
				...noPurpose,
				purpose: "New.",
				retention: "30 days",
			},
		);
		expect(await trail()).toMatchObject([
			{
				operation: "set_template_purpose",
				subject: "editor",
				target: "vct_1",
				name: "Bar",
				outcome: "done",
				changes: ["+retention", "-preset", "~purpose"],
				values: expect.arrayContaining([
					{ part: "purpose", before: "Old.", after: "New." },
					{ part: "retention", before: null, after: "30 days" },
				]),
			},
		]);
	});

	test("only an editor on a page of this console writes a purpose", async () => {
		for (const sign of [
			() => signInAs(null),
			() => signInAs("viewer"),
			() => signInAs("support"),
			() => signInAs("editor", "https://elsewhere.example"),
		]) {
			sign();
			await expect(writePurpose(undefined, "vct_1", "Bar", noPurpose, stated)).rejects.toThrow();
		}
		expect(await readPurposes(["vct_1"])).toEqual(new Map());
		expect(await trail()).toEqual([]);
	});

	test("a command writes as the command line", async () => {
		signInAs(null);
		markCommandProcess();
		await writePurpose(new CommandLine(), "vct_1", "Bar", noPurpose, stated);
		expect(await readPurpose("vct_1")).toEqual(stated);
		expect(await trail()).toMatchObject([{ subject: "command line", outcome: "done" }]);
	});

	test("a store that can't be written refuses before anything is claimed", async () => {
		await acceptWrites(false);
		await expect(writePurpose(undefined, "vct_1", "Bar", noPurpose, stated)).rejects.toThrow("audit trail");
		await acceptWrites(true);
		expect(await readPurpose("vct_1")).toEqual(noPurpose);
	});
}

describe("in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () =>
	guarantees(server),
);
