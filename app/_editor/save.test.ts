import { redirect } from "next/navigation";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { partsOf } from "@/app/_testing/result-parts";
import { type Shelf, type ShelfFields, type ShelfValues, shelf, shelfEditor } from "@/app/_testing/shelf-editor";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { mergeOf, formOf as shownForm } from "./edit-state";
import { editorSave } from "./save";
import { createEdited, type SubmittedEdit } from "./submitted-edit";
import { contentOfResponse, requestOfChanges } from "./wire";

const APP_URL = "http://localhost:3000";
const KEY = "-----BEGIN PRIVATE KEY-----\nplanted\n-----END PRIVATE KEY-----\n";
type Stored = Record<string, unknown> & { isOdd?: boolean };

/** What the service stores of the shelf, with properties that no field edits; what was requested and sent. */
const service = { stored: {} as Stored, isUnreadable: false, reads: 0, bodies: [] as object[], pages: [] as string[] };
/** What the service does with a body. */
let onWrite: (body: object) => object;
let isSameView: (one: Shelf, other: Shelf) => boolean;

const asStored = (content: Shelf): Stored => ({
	id: "s1",
	...requestOfChanges(shelfEditor, shelfEditor.defaults, content, {}),
	secret: "planted-secret",
});

beforeAll(() => pointAtService("http://localhost:1"));
beforeEach(() => {
	Object.assign(service, { stored: asStored(shelf), isUnreadable: false, reads: 0, bodies: [], pages: [] });
	signInAs("editor");
	onWrite = (body) => Object.assign(service.stored, body);
	isSameView = () => true;
	made.length = 0;
});
afterAll(clearDashboardState);

const checks = {
	editor: shelfEditor,
	idField: "tokenId" as const,
	subject: "refresh token" as const,
	intent: (edit: SubmittedEdit<ShelfFields>) =>
		edit.intent === "fill"
			? { kind: "filled" as const, fill: { notes: [] }, ...shownForm(edit, { ...edit.values, colour: "ash" }) }
			: null,
	fieldAt: (path: string) => (path === "looks.old" ? ("colour" as const) : null),
};
const { update, submitted: ofRequest } = editorSave({
	...checks,
	async read() {
		service.reads += 1;
		if (service.isUnreadable) throw new ManagementError("unavailable");
		return service.stored;
	},
	contentOf: (stored: Stored) => (stored.isOdd ? null : contentOfResponse(shelfEditor, stored)),
	isSameView: (one, other) => isSameView(one, other),
	async write(_, body) {
		service.bodies.push(body);
		return onWrite(body);
	},
	isPageNew: (before, after) => service.pages.push(`${before.title} to ${after.title}`) > 0,
});
const made: Shelf[] = [];
const create = (form: FormData) =>
	partsOf(
		createEdited(checks, form, async (content) => {
			made.push(content);
			return redirect("/shelves/s2");
		}),
	);

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}
const shelfForm = (fields: Record<string, string>) =>
	formOf({ tokenId: "s1", opened: JSON.stringify(shelf), ...fields });
const submitted = (values: Partial<ShelfValues>, fields: Record<string, string> = {}) =>
	shelfForm({ values: JSON.stringify({ ...shelfEditor.valuesOf(shelf), ...values }), ...fields });
const save = (values: Partial<ShelfValues>, fields?: Record<string, string>) =>
	partsOf(update(submitted(values, fields)));

/** The form data of a page without scripts that has shown a conflict. */
async function conflictOf(values: Partial<ShelfValues>): Promise<Record<string, string>> {
	const { conflict, baseline } = await save(values);
	return { conflict: JSON.stringify(conflict), opened: JSON.stringify(baseline) };
}

describe("nothing is read or sent", () => {
	test.each([
		["by a user who is not signed in", null, APP_URL, "Signed out"],
		["by a viewer", "viewer", APP_URL, "Not allowed"],
		["from another origin", "editor", "https://elsewhere.example", "Not allowed"],
		["from no origin", "editor", null, "Not allowed"],
	] as const)("%s", async (_, who, origin, title) => {
		signInAs(who, origin);
		const results = [await save({ title: "Plays" }), await save({}, { intent: "fill" }), await create(submitted({}))];
		expect(results.map(({ problem }) => problem?.title)).toEqual([title, title, title]);
		// What the browser shows stays: nothing of the form was read.
		expect(results[0]).not.toHaveProperty("values");
		expect([service.reads, service.bodies, made]).toEqual([0, [], []]);
	});

	test("for form data that no page of this version sends", async () => {
		const spoiled: Record<string, string>[] = [
			...["{", "null", "7", '{"title":1}'].map((opened) => ({ opened })),
			...["{", "[]", '{"title":1}'].map((values) => ({ values })),
			...[{ conflict: "{}" }, { intent: "explode" }, { tokenId: "" }],
		];
		for (const fields of spoiled) {
			expect((await save({ title: "Plays" }, fields)).problem?.title, JSON.stringify(fields)).toBe(
				"This page is out of date",
			);
		}
		const broken: Record<string, string>[] = [{ values: "{" }, { opened: "{" }, { intent: "explode" }];
		for (const fields of broken)
			expect((await create(submitted({}, fields))).problem?.title).toBe("This page is out of date");
		expect([service.reads, made]).toEqual([0, []]);
	});

	test("for values that break a rule, which are returned as they were typed", async () => {
		const expected = { values: { title: "A long title" }, faults: { title: "A title has at most 8 characters." } };
		expect(await save({ title: "A long title" })).toMatchObject({ ...expected, baseline: shelf });
		expect(await create(submitted({ title: "A long title" }))).toMatchObject(expected);
		expect([service.reads, made]).toEqual([0, []]);
	});

	test("for a private key, which is removed from what is returned, with scripts and without", async () => {
		const withoutScripts = await partsOf(update(shelfForm({ title: "Poems", seal: KEY })));
		const results = [await save({ seal: KEY }), withoutScripts, await create(submitted({ seal: KEY }))];
		for (const result of results) {
			expect(result).toMatchObject({ values: { seal: "" } });
			expect(result.faults?.seal).toContain("private key");
		}
		expect(JSON.stringify(results)).not.toContain("planted");
		expect([service.reads, made]).toEqual([0, []]);
	});

	test("where nothing was changed", async () => {
		expect(await save({ books: "a\n\nb " })).toMatchObject({ kind: "unchanged" });
		expect(service.reads).toBe(0);
	});

	test("by a button that only fills in the form", async () => {
		const filled = { values: { title: "Plays", colour: "ash" }, fill: { notes: [] } };
		expect(await save({ title: "Plays" }, { intent: "fill" })).toMatchObject({ ...filled, baseline: shelf });
		expect(await create(submitted({ title: "Plays" }, { intent: "fill" }))).toMatchObject(filled);
		expect([service.reads, made]).toEqual([0, []]);
	});
});

describe("a save", () => {
	test("sends only what changed, after one read of the stored content, and returns what it replaced and what is stored now", async () => {
		await insertAuditEntry(
			auditEntry({ operation: "patch_refresh-tokens_by_id", target: "s1", changes: ["+books c"], person: "Ada" }),
		);
		const result = await save({ title: "Plays" });
		expect([service.reads, service.bodies]).toEqual([1, [{ title: "Plays" }]]);
		const after = { ...shelf, title: "Plays" };
		expect(result).toMatchObject({
			baseline: after,
			saved: {
				before: shelf,
				after,
				differing: [],
				unconfirmed: [],
				history: [{ person: "Ada", lines: [{ what: "Adds the book c" }] }],
			},
		});
		expect(service.pages).toEqual(["Poems to Plays"]);
		expect(JSON.stringify(result)).not.toContain("planted-secret");
	});

	test("reports by field what the service stored differently", async () => {
		onWrite = () => ({ title: "Plays!", looks: { colour: "ash" } });
		const saved = { differing: ["title", "colour"], unconfirmed: [], after: { title: "Plays!", colour: "ash" } };
		expect((await save({ title: "Plays" })).saved).toMatchObject(saved);
		expect(service.reads).toBe(1);
	});

	test("reads again what a response omits of what was sent", async () => {
		onWrite = (body) => {
			Object.assign(service.stored, body, { title: "Other" });
			return {};
		};
		const after = { title: "Other", books: ["c"] };
		const saved = { differing: ["title"], unconfirmed: [], after };
		expect((await save({ title: "Plays", books: "c" })).saved).toMatchObject(saved);
		expect(service.reads).toBe(2);
	});

	test("regards as unconfirmed, and not as stored, what neither the response nor that read contains", async () => {
		onWrite = () => {
			service.stored = { ...service.stored, title: undefined, looks: { open: true } };
			return { looks: {}, books: ["a", "b", "c"] };
		};
		const { saved } = await save({ title: "Plays", colour: "ash", books: "a\nb\nc" });
		expect(saved).toMatchObject({ unconfirmed: ["title", "colour"], differing: ["isOpen", "books c"] });
		expect(saved?.after).toMatchObject({ title: "", colour: "oak" });
	});

	test("regards as stored a cleared value that is not there afterwards", async () => {
		onWrite = () => ({ looks: {} });
		expect((await save({ books: "" })).saved).toMatchObject({ unconfirmed: [], differing: [], after: { books: [] } });
		expect(service.reads).toBe(1);
	});

	test("whose omitted values can't be read again keeps them as they were sent, unconfirmed", async () => {
		onWrite = () => {
			service.isUnreadable = true;
			return {};
		};
		const saved = { unconfirmed: ["title"], differing: [], after: { title: "Plays" } };
		expect((await save({ title: "Plays" })).saved).toMatchObject(saved);
	});

	test("writes nothing where the tenant shows more of it or less than when the page was opened", async () => {
		isSameView = () => false;
		expect((await save({ title: "Plays" })).problem?.title).toBe("This page is out of date");
		expect(service.bodies).toEqual([]);
	});

	test("does not report as stored differently what can't be read any more", async () => {
		isSameView = (_, { colour }) => colour !== "ash";
		onWrite = (body) => ({ ...body, looks: { colour: "ash" } });
		expect((await save({ title: "Plays" })).saved).toMatchObject({ differing: [], after: { colour: "ash" } });
	});

	test("succeeds though the history can't be read", async () => {
		const database = await dashboardDatabase();
		await database.schema.alterTable("audit_trail").renameTo("away").execute();
		onTestFinished(() => database.schema.alterTable("away").renameTo("audit_trail").execute());
		expect((await save({ title: "Plays" })).saved).toMatchObject({ after: { title: "Plays" }, history: null });
	});

	test("of a resource with an unknown shape writes nothing", async () => {
		service.stored.isOdd = true;
		expect((await save({ title: "Plays" })).problem?.title).toBe("This shelf can no longer be edited here");
		expect(service.bodies).toEqual([]);
	});

	test("reads a form that a browser without scripts has submitted", async () => {
		const form = shelfForm({ title: "Plays", books: "a\r\nc", readers: "r1" });
		expect((await partsOf(update(form))).saved?.after).toEqual({ ...shelf, title: "Plays", books: ["a", "c"] });
	});
});

describe("what the service refuses", () => {
	const refuse = (kind: ConstructorParameters<typeof ManagementError>[0], serviceMessage?: string) => {
		onWrite = () => {
			throw new ManagementError(kind, serviceMessage === undefined ? {} : { serviceMessage });
		};
	};

	test.each([
		["title", "title"],
		["looks.open", "isOpen"],
		["looks.old", "colour"],
	])("for %s is shown at its field, with the service's message, and what was typed stays", async (property, field) => {
		const message = `Payload validation error: 'no' on property ${property} (words).`;
		refuse("rejected", message);
		const result = await save({ title: "Plays" });
		expect(result).toMatchObject({ values: { title: "Plays" }, baseline: shelf });
		expect(result.faults).toEqual({ [field]: `The tenant refused it: ${message}` });
		expect(result).not.toHaveProperty("problem");
	});

	test.each([
		["rejected", "Payload validation error: 'no' on property other.", "rejected"],
		["rejected", "No.", "rejected"],
		["not-found", undefined, "missing"],
		["rate-limited", undefined, undefined],
		["unavailable", undefined, undefined],
	] as const)(
		"without naming a field (%s) is shown above the form, and what was typed stays",
		async (kind, message, about) => {
			refuse(kind, message);
			const result = await save({ title: "Plays" });
			expect(result).toMatchObject({ values: { title: "Plays" }, baseline: shelf });
			expect(result.problem?.about).toBe(about);
			expect(result).not.toHaveProperty("faults");
		},
	);
});

describe("what another admin has changed since", () => {
	const change = (content: Partial<Shelf>) => {
		service.stored = asStored({ ...shelf, ...content });
	};

	test("is a conflict, in which nothing is written", async () => {
		change({ title: "Theirs" });
		const theirs = { ...shelf, title: "Theirs" };
		expect(await save({ title: "Yours", books: "a" })).toMatchObject({
			baseline: theirs,
			conflict: { baseline: shelf, theirs, yours: { ...shelf, title: "Yours", books: ["a"] } },
		});
		expect(service.bodies).toEqual([]);
	});

	test.each([
		["baseline", "Poems"],
		["theirs", "Theirs"],
		["yours", "Yours"],
	])("without scripts, the side that is chosen is saved: %s", async (choice, title) => {
		change({ title: "Theirs" });
		const conflict = await conflictOf({ title: "Yours", books: "a" });
		const result = await save({ title: "Yours", books: "a" }, { ...conflict, "choice-0": choice });
		expect(result.saved?.after).toEqual({ ...shelf, title, books: ["a"] });
	});

	test("without scripts, what was typed beside a choice takes precedence", async () => {
		change({ title: "Theirs" });
		const conflict = await conflictOf({ title: "Yours" });
		const result = await save({ title: "Typed" }, { ...conflict, "choice-0": "theirs" });
		expect(result.saved?.after.title).toBe("Typed");
	});

	test("without scripts, it is shown again, without a request to the service, where nothing was chosen", async () => {
		change({ title: "Theirs" });
		const conflict = await conflictOf({ title: "Yours" });
		service.reads = 0;
		expect(await save({ title: "Yours" }, conflict)).toMatchObject({
			kind: "unresolved",
			values: { title: "Yours" },
			conflict: { theirs: { title: "Theirs" } },
		});
		expect([service.reads, service.bodies]).toEqual([0, []]);
	});

	test("once more requires a new choice, and no choice already made is lost", async () => {
		change({ title: "Theirs", order: ["x"], readers: ["r1", "r2"] });
		const yours = { title: "Yours", order: "y" };
		const conflict = await conflictOf(yours);
		change({ title: "Again", order: ["x"], readers: ["r1", "r2"] });
		const result = await save(
			{ ...yours, readers: ["r1", "r2"] },
			{ ...conflict, "choice-0": "yours", "choice-1": "theirs" },
		);
		expect(result.conflict && mergeOf(shelfEditor, result.conflict).contested).toMatchObject([
			{ part: "title", baseline: '"Theirs"', theirs: '"Again"', yours: '"Yours"' },
		]);
		expect(result.conflict?.yours).toMatchObject({ title: "Yours", order: ["x"] });
		expect(service.bodies).toEqual([]);
	});
});

test("the page in the same response has the baseline of the form, whatever its result is, and no other form's", async () => {
	const keptOf = (values: Partial<ShelfValues>, fields?: Record<string, string>) =>
		runWithin(10_000, async () => {
			const { kind } = await save(values, fields);
			return [kind, ofRequest.of("s1"), ofRequest.of("s2")];
		});
	expect(await keptOf({})).toEqual(["unchanged", shelf, null]);
	expect(await keptOf({ title: "A long title" })).toEqual(["refused", shelf, null]);
	expect(await keptOf({}, { intent: "fill" })).toEqual(["filled", shelf, null]);
	expect(await keptOf({ title: "Plays" })).toEqual(["saved", shelf, null]);
	service.isUnreadable = true;
	expect(await keptOf({ title: "Prose" })).toEqual(["failed", shelf, null]);
	signInAs("viewer");
	expect(await keptOf({ title: "Prose" })).toEqual(["unread", null, null]);
});

test("a new resource is created from what was entered, and the redirect that follows is passed on", async () => {
	const form = submitted({ title: "Plays", note: "typed" });
	form.delete("opened");
	await expect(create(form)).rejects.toMatchObject({ digest: expect.stringContaining("/shelves/s2") });
	expect(made).toEqual([{ ...shelf, title: "Plays" }]);
	expect(service.reads).toBe(0);
});
