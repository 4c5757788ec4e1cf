import fc from "fast-check";
import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { partsOf } from "@/app/_testing/result-parts";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { getTemplate, listTemplates } from "@/lib/dashboard/management/templates";
import { pageClock } from "@/lib/dashboard/request/page";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { type TemplateVersion, versionsOfTemplate } from "@/lib/dashboard/store/template-versions";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { content } from "../_edit/template.test-data";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { requestsSomething } from "../_edit/template-elements";
import { contentOf } from "../_edit/template-save";
import { createTemplateAction, deleteTemplateAction, updateTemplateAction } from "../_form/template-actions";
import TemplatePage from "../(form)/[id]/page";
import NewTemplatePage from "../(form)/new/page";
import HistoryPage from "../[id]/history/page";
import DeletedPage from "../deleted/page";
import TemplatesPage from "../page";
import { restoredValues, versionToMake } from "./restore";
import { versionsInWords } from "./versions";

let tenant: TemplateTenant;
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
	tenant = await startTemplateTenant();
});
afterEach(async () => {
	vi.useRealTimers();
	await tenant.stop();
});

const ID = "vct_0000000000000001";
const bar: TemplateContent = { ...templateEditor.defaults, name: "Bar", type: "mdl", elements: { portrait: true } };

/** Later than any read or write under way. */
function passTime() {
	vi.setSystemTime(Date.now() + 10_000);
}

function formOf(values: TemplateFormValues, opened: TemplateContent | null): FormData {
	const form = new FormData();
	if (opened) form.set("templateId", ID);
	if (opened) form.set("opened", JSON.stringify(opened));
	form.set("values", JSON.stringify(values));
	return form;
}

async function present(): Promise<TemplateContent> {
	return contentOf(await getTemplateWithPurpose(ID)) ?? bar;
}

async function save(next: TemplateContent) {
	return partsOf(updateTemplateAction({}, formOf(templateEditor.valuesOf(next), await present())));
}

async function create(values: TemplateFormValues): Promise<void> {
	await partsOf(createTemplateAction({}, formOf(values, null))).catch(() => {});
}

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	const html = await new Response(await renderToReadableStream(await page)).text();
	return html.replaceAll("<!-- -->", "");
}
const params = Promise.resolve({ id: ID });
const template = (restore?: string) =>
	htmlOf(TemplatePage({ params, searchParams: Promise.resolve(restore === undefined ? {} : { restore }) }));
const history = (query: Partial<Record<"a" | "at" | "b" | "before", string>> = {}) =>
	htmlOf(HistoryPage({ params, searchParams: Promise.resolve(query) }));
const list = () => htmlOf(TemplatesPage({ params: Promise.resolve({}), searchParams: Promise.resolve({}) }));
const deleted = (query: { at?: string; before?: string } = {}) =>
	htmlOf(DeletedPage({ params: Promise.resolve({}), searchParams: Promise.resolve(query) }));
const again = (query: Partial<Record<"again" | "version", string>>) =>
	htmlOf(NewTemplatePage({ searchParams: Promise.resolve(query) }));

async function versionAt(position: number): Promise<TemplateVersion> {
	const found = (await versionsOfTemplate(ID)).find((version) => version.position === position);
	if (!found) throw new Error(`There is no version ${position}.`);
	return found;
}

const states = fc.uniqueArray(
	fc.tuple(
		content.filter(({ elements }) => requestsSomething(elements)),
		fc.boolean(),
	),
	{
		minLength: 10,
		maxLength: 14,
		selector: ([{ name, type, elements }]) => JSON.stringify([name, type, sorted(presentationOf(elements))]),
	},
);

test("restoring each of ten random past versions by a save gives exactly that version", async () => {
	await fc.assert(
		fc
			.asyncProperty(states, async (changes) => {
				for (const [next, isElsewhere] of changes) {
					passTime();
					if (isElsewhere) tenant.stored.set(ID, { ...bar, ...next });
					else await save({ ...bar, ...next });
					await listTemplates();
				}
				const versions = (await versionsOfTemplate(ID)).slice(0, 10);
				expect(versions).toHaveLength(10);
				for (const version of versions) {
					passTime();
					const values = restoredValues(version, await getTemplate(ID));
					const result = await partsOf(
						updateTemplateAction({}, formOf(values ?? templateEditor.valuesOf(bar), await present())),
					);
					expect(["saved", "unchanged"]).toContain(result.kind);
					const { name, type, presentation, purpose = noPurpose } = version.content;
					const stored = await getTemplateWithPurpose(ID);
					expect([stored.name, stored.type, stored.purpose]).toEqual([name, type, purpose]);
					expect(sorted(stored.presentation)).toEqual(sorted(presentation));
				}
			})
			.beforeEach(() => void tenant.stored.set(ID, bar)),
		{ numRuns: process.env.LONG ? 8 : 2 },
	);
});

/** Regardless of the order of the elements. */
function sorted(presentation: unknown): unknown {
	const elements =
		Object.values(Object.values(presentation as Record<string, Record<string, object>>)[0] ?? {})[0] ?? {};
	return Object.entries(elements).sort(([one], [other]) => (one < other ? -1 : 1));
}

describe("the page of versions", () => {
	test("names who changed what, changes made elsewhere with the reads around them, and the present one", async () => {
		tenant.stored.set(ID, bar);
		await getTemplate(ID);
		passTime();
		await save({ ...bar, elements: { portrait: true, resident_city: true } });
		passTime();
		tenant.stored.set(ID, { ...bar, name: "Door", elements: { resident_city: true } });
		const words = (await versionsInWords(await versionsOfTemplate(ID), await pageClock())).map(
			({ changes }) => changes,
		);
		expect(words).toEqual([["Adds City"], [expect.stringMatching(/^First seen .*, asking for Photo$/)]]);
		const html = await history();
		expect(html).toContain("History of Door");
		for (const text of [
			"Version 3",
			"Changed outside of this console",
			"Removes Photo",
			"Renames it to “Door”",
			"editor",
		])
			expect(html).toContain(text);
		expect(html).toMatch(/Version 3 <span[^>]*>as now/);
		expect(html).toMatch(
			/between <time dateTime="2026-03-01T12:00:10.*?<\/time> and <time dateTime="2026-03-01T12:00:20/,
		);
		expect(html.match(/>Restore</g)).toHaveLength(2);
	});

	test("draws what each version requests, says which asks for more and by whom, and shows the chosen one as a holder sees it", async () => {
		tenant.stored.set(ID, bar);
		await getTemplate(ID);
		passTime();
		await save({ ...bar, elements: { portrait: true, resident_city: true, nationality: false } });
		passTime();
		await save({ ...bar, elements: { resident_city: true } });
		const words = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
		const html = await history();
		expect([...html.matchAll(/aria-label="(Version [^"]*)"/g)].map(([, label]) => label)).toEqual([
			"Version 1: 1 attribute, 1 sensitive. first seen, just now",
			"Version 2: 2 attributes, 1 sensitive, 1 not in the version before. editor, just now",
			"Version 3: 1 attribute. editor, just now",
		]);
		expect(words(html)).toMatch(/Asks for more since version 2: editor, just now , \+ City/);
		expect(words(html)).toMatch(
			/Version 3 as the holder sees it .*asks for this from your driving licence Address City /,
		);
		const { id } = await versionAt(1);
		expect(html).toContain(`/templates/${ID}/history?at=${encodeURIComponent(id)}"`);
		const first = await history({ at: id });
		expect(words(first)).toMatch(/Version 1 as the holder saw it .*asks for this from your driving licence .* Photo /);
		expect(first.match(/<a [^>]*aria-current="true"[^>]*>/g)?.join()).toContain("Version 1: 1 attribute");
		expect(first).toContain(`href="/templates/${ID}#box-portrait"`);
		expect(words(await history({ at: "none" }))).toContain("This version is no longer kept.");
		// Each link and form keeps what the others have chosen.
		const [a, b] = [id, (await versionAt(2)).id];
		const chosen = await history({ a, b, at: id, before: "3" });
		const linkOf = (change: Record<string, string>) =>
			`history?${new URLSearchParams({ a, b, at: id, ...change })}`.replaceAll("&", "&amp;");
		expect(chosen).toContain(`${linkOf({ at: b, before: "3" })}"`);
		expect(chosen).toContain(`${linkOf({ b: (await versionAt(3)).id, before: "3" })}#comparison"`);
		expect(chosen).toContain(`${linkOf({})}"`);
		for (const [name, value] of [
			["at", id],
			["before", "3"],
		])
			expect(chosen).toContain(`<input type="hidden" name="${name}" value="${value}"`);
		// Beside each of the versions in the list stands what it asks for.
		expect([...html.matchAll(/<svg [^>]*role="img" aria-label="Asks for ([^"]*)"/g)].map(([, label]) => label)).toEqual(
			["1 of the 21", "2 of the 21, 1 sensitive, 1 listed as false", "1 of the 21, 1 sensitive"],
		);
	});

	test("names no one who began to ask for more where the version before may have, and tells a long request from an unknown one", async () => {
		const states: Record<string, true>[] = [{ portrait: true }, {}, { portrait: true, sex: true }, {}];
		for (const [index, elements] of [...states, { portrait: true, sex: true, height: true as const }].entries()) {
			tenant.stored.set(ID, { ...bar, name: `Bar ${index}`, elements });
			await getTemplate(ID);
			passTime();
		}
		const versions = (await dashboardDatabase()).updateTable("template_versions");
		const long = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => `odd ${n}`));
		await versions.set({ requested: "null" }).where("position", "=", 2).execute();
		await versions.set({ requested: long }).where("position", "=", 4).execute();
		const html = await history();
		const labels = [...html.matchAll(/aria-label="(Version [^"]*)\. /g)].map(([, label]) => label);
		expect(labels).toEqual([
			"Version 1: 1 attribute, 1 sensitive",
			"Version 2: request not known",
			expect.stringMatching(/^Version 3: 2 attributes, .*1 not in the last known request before$/),
			"Version 4: request too long to be counted",
			expect.stringMatching(/^Version 5: 3 attributes, .*1 not in the last known request before$/),
		]);
		const list = html.slice(html.indexOf('aria-label="Asks for more"'));
		expect(list.slice(0, list.indexOf("</ul>")).replaceAll(/<[^>]+>/g, " ")).toMatch(
			/since version 4 or 5 \(version 4&#x27;s request is too long to be compared\): +\+ Height .*since version 2 or 3 \(version 2&#x27;s request is not known\): +\+ Sex/,
		);
		expect(html.match(/class="maybe"/g)).toHaveLength(2);
		expect(html).not.toContain('class="more"');
	});

	test("compares any two versions, also with the present one", async () => {
		tenant.stored.set(ID, bar);
		await getTemplate(ID);
		await save({ ...bar, name: "Door", elements: { portrait: true, resident_city: true } });
		const [a, b] = [await versionAt(1), await versionAt(2)];
		const html = await history({ a: a.id, b: b.id });
		expect(html).toContain("2 of ");
		expect(html).toMatch(/>Name .*?>Bar<.*?>Door</s);
		expect(html).toMatch(/City <code[^>]*>resident_city<\/code>.*?not requested.*?requested/s);
		expect(await history({ a: "none", b: b.id })).toContain("One of these versions is no longer kept.");
	});

	test("of very many names, and very many versions, is of some size, and leads to the others", async () => {
		const names = (prefix: string) =>
			Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${prefix}${n}`, true]));
		for (let position = 1; position <= 23; position += 1) {
			tenant.stored.set(ID, { ...bar, name: `Bar ${position}`, elements: names(position % 2 ? "odd" : "even") });
			await getTemplate(ID);
			passTime();
		}
		const first = await history();
		expect(first.match(/Version \d+ </g)).toHaveLength(20);
		expect(first.length).toBeLessThan(150_000);
		expect(first).toContain("1,981 more");
		expect(first).toContain(`/history?before=4"`);
		const second = await history({ before: "4" });
		expect(second.match(/Version \d+ </g)).toEqual(["Version 3 <", "Version 2 <", "Version 1 <"]);
		expect(second).toContain("History of Bar 23");
		const now = await versionAt(23);
		expect(second.match(/>Compare with now</g)).toHaveLength(3);
		expect(second).toContain(encodeURIComponent(now.id));
		const compared = await history({ a: (await versionAt(1)).id, b: (await versionAt(2)).id });
		expect(compared).toMatch(/2,00\d of 2,00\d rows differ/);
		expect(compared).toContain("more rows.");
		expect(compared.length).toBeLessThan(300_000);
	});

	test("offers viewers no restore, and keeps the form as it is where they ask for one", async () => {
		tenant.stored.set(ID, bar);
		await getTemplate(ID);
		await save({ ...bar, name: "Door" });
		signInAs("viewer");
		expect(await history()).not.toContain("Restore");
		expect(await template((await versionAt(1)).id)).not.toContain("is filled in");
	});
});

describe("a form that restores a version", () => {
	beforeEach(async () => {
		tenant.stored.set(ID, { ...bar, custom_certificate_authority: "OLD" });
		await getTemplate(ID);
		passTime();
		await save({ ...bar, elements: { resident_city: true } });
	});

	test("has its values as unsaved edits, and says which version it is", async () => {
		const html = await template((await versionAt(1)).id);
		expect(html).toContain("Version 1 is filled in");
		expect(html).toMatch(/− City/);
		expect(html).toMatch(/\+ Photo/);
		expect(html).not.toContain("stays as it is now");
		expect(await template("none")).toContain("This version is no longer kept");
	});

	test("says that the certificate stays where that version had another one, and offers a new template with it", async () => {
		tenant.stored.set(ID, { ...bar, custom_certificate_authority: "NEW" });
		await getTemplate(ID);
		const { id } = await versionAt(1);
		const html = await template(id);
		expect(html).toContain("The custom certificate authority stays as it is now");
		expect(html).toContain(`/templates/new?again=${ID}&amp;version=`);
		const made = await versionToMake(ID, id);
		expect(made?.value).toMatchObject({ name: "Bar (copy)", certificateAuthority: "OLD", again: "" });
		expect(await again({ again: ID, version: id })).toContain("It gets a new ID");
	});

	test("conflicts with a change that another admin makes meanwhile", async () => {
		const opened = await present();
		const values = restoredValues(await versionAt(1), await getTemplate(ID));
		tenant.stored.set(ID, { ...bar, elements: { nationality: true } });
		const result = await partsOf(updateTemplateAction({}, formOf(values ?? templateEditor.valuesOf(bar), opened)));
		expect(result.conflict?.theirs.elements).toEqual({ nationality: true });
		expect(tenant.elements(ID)).toEqual({ nationality: true });
	});
});

describe("a deleted template", () => {
	beforeEach(async () => {
		tenant.stored.set(ID, { ...bar, custom_certificate_authority: "OLD" });
		await getTemplate(ID);
		passTime();
	});

	test("is listed with who deleted it, and on its own page, or the list is empty in words", async () => {
		expect(await deleted()).toContain("No template was deleted in the last 30 days");
		const form = new FormData();
		form.set("templateId", ID);
		form.set("name", "Bar");
		await deleteTemplateAction({}, form).catch(() => {});
		// It is said once, with the way back.
		expect(await list()).toMatch(/Template “Bar” deleted\..*?again=vct_0000000000000001[^>]*>Restore</s);
		expect(await list()).not.toContain("Restore");
		expect(await deleted()).toMatch(/Bar.*?editor.*?Restore/s);
		expect(await template()).toMatch(/“Bar” no longer exists.*?>editor<\/bdi> deleted it /s);
		expect(await history()).toContain("Restore");
		signInAs("viewer");
		expect(await deleted()).not.toContain("Restore");
	});

	test("has a likeness of what its holder saw, without links to boxes that are gone", async () => {
		tenant.stored.delete(ID);
		await getTemplate(ID).catch(() => {});
		const html = await history({ at: (await versionAt(1)).id });
		expect(html).toContain("Version 1 as the holder saw it");
		expect(html).toContain('class="sheet"');
		expect(html).not.toContain("#box-");
	});

	test("is one of many, which are listed page by page, each once", async () => {
		tenant.stored.clear();
		const ids = Array.from({ length: 50 }, (_, index) => tenant.add({ name: `Gone ${index}.` }));
		await listTemplates(undefined, 100);
		passTime();
		tenant.stored.clear();
		await listTemplates(undefined, 100);
		const listed: string[] = [];
		let query: Record<string, string> | null = {};
		while (query) {
			const html = await deleted(query);
			const found = [...html.matchAll(/href="\/templates\/(vct_\d+)\/history"/g)].map(([, id = ""]) => id);
			expect(found.length).toBeLessThanOrEqual(20);
			listed.push(...found);
			const [, next] = /deleted\?(at=[^"]+)"/.exec(html) ?? [];
			query = next ? Object.fromEntries(new URLSearchParams(next.replaceAll("&amp;", "&"))) : null;
		}
		expect(listed.length).toBe(new Set(listed).size);
		expect(new Set(listed)).toEqual(new Set([ID, ...ids]));
	});

	test("that was deleted elsewhere is listed so, and restored with its certificate and another ID", async () => {
		tenant.stored.delete(ID);
		await getTemplate(ID).catch(() => {});
		expect(await deleted()).toContain("outside of this console");
		const html = await again({ again: ID });
		expect(html).toContain("It gets a new ID");
		expect(html).toContain(`name="again" value="${ID}"`);
		// Another one has the first identifier of the fake tenant.
		tenant.stored.set("vct_0000000000000000", { ...bar, name: "Other" });
		const made = await versionToMake(ID, "");
		await create(made?.value ?? templateEditor.valuesOf(bar));
		const [request] = tenant.written.slice(-1);
		expect(request?.body).toEqual({
			name: "Bar",
			type: "mdl",
			dialect: "simplified/1.0",
			presentation: presentationOf({ portrait: true }),
			custom_certificate_authority: "OLD",
			well_known_trusted_issuers: "aamva",
		});
		expect(await deleted()).toMatch(/Restored: open/);
		expect(await deleted()).toContain('href="/templates/vct_0000000000000002"');
	});

	test("that is not kept any more is refused in words", async () => {
		expect(await again({ again: "vct_9" })).toContain("This version is no longer kept");
	});
});
