import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { historyOf } from "@/app/_history/history";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { partsOf } from "@/app/_testing/result-parts";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { getTemplate } from "@/lib/dashboard/management/templates";
import { readPurpose, writePurpose } from "@/lib/dashboard/store/template-purposes";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { acceptWrites, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { createTemplateAction, updateTemplateAction } from "../_form/template-actions";
import { exportOf } from "./export-template";
import { importTemplate } from "./import-template";
import {
	emptyValues,
	purposeOf,
	type TemplateContent,
	type TemplateFormValues,
	templateEditor,
} from "./template-editor";

const stated: Purpose = {
	...noPurpose,
	purpose: "To check that you are at least 18.",
	legalBasis: "GDPR Art. 6(1)(c): legal obligation",
	retention: "not stored",
	privacyNotice: "https://example.org/privacy",
	preset: "over-18",
};
const baseline: TemplateContent = {
	...templateEditor.defaults,
	name: "Bar",
	type: "mdl",
	elements: { age_over_18: true },
};

let tenant: TemplateTenant;
let id: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	id = tenant.add({ name: "Bar", elements: { age_over_18: true } });
});
afterEach(() => tenant.stop());

function update(values: Partial<TemplateFormValues>, opened = baseline) {
	const form = new FormData();
	form.set("templateId", id);
	form.set("opened", JSON.stringify(opened));
	form.set("values", JSON.stringify({ ...templateEditor.valuesOf(opened), ...values }));
	return partsOf(updateTemplateAction({}, form));
}

async function create(values: Partial<TemplateFormValues>) {
	const form = new FormData();
	const elements = [{ name: "age_over_18", state: true }];
	form.set("values", JSON.stringify({ ...emptyValues, name: "New", elements, ...values }));
	return partsOf(createTemplateAction({}, form)).catch((error: { digest?: string }) => String(error.digest));
}

describe("a save", () => {
	test("of the purpose alone reads the template again, and writes nothing to the tenant", async () => {
		tenant.service.seen.length = 0;
		const { saved } = await update(stated);
		expect(tenant.service.seen.map(({ method }) => method)).not.toContain("PATCH");
		expect(tenant.written).toEqual([]);
		expect(saved).toMatchObject({ after: { ...baseline, ...stated }, differing: [] });
		expect(await readPurpose(id)).toEqual(stated);
	});

	test("of the template and its purpose sends the template without it, then stores it", async () => {
		const { saved } = await update({ ...stated, name: "Door" });
		expect(tenant.written).toEqual([{ method: "PATCH", body: { name: "Door" } }]);
		expect(saved?.after).toEqual({ ...baseline, ...stated, name: "Door" });
		expect(await readPurpose(id)).toEqual(stated);
		expect(
			linesInWords((await historyOf([templateEditor], "template", id)).flatMap(({ lines }) => lines))?.toSorted(),
		).toEqual([
			"Renames it to “Door” (was “Bar”)",
			"Sets the legal basis to “GDPR Art. 6(1)(c): legal obligation”",
			"Sets the preset to “Over 18”",
			"Sets the privacy notice to “https://example.org/privacy”",
			"Sets the purpose to “To check that you are at least 18.”",
			"Sets the retention to “not stored”",
		]);
	});

	test("that leaves the purpose as it was writes no purpose", async () => {
		await update(stated);
		await update({ name: "Door" }, { ...baseline, ...stated });
		const changes = (await historyOf([templateEditor], "template", id)).map(({ lines }) => lines.length);
		expect(changes.toSorted()).toEqual([1, 5]);
		expect(await readPurpose(id)).toEqual(stated);
	});

	test("over another admin's change of the purpose is a conflict, with its author", async () => {
		await writePurpose(undefined, id, "Bar", noPurpose, { ...noPurpose, purpose: "To sell beer." });
		const result = await update({ purpose: "To let you in." });
		expect(result.conflict).toMatchObject({
			baseline: { purpose: "" },
			theirs: { purpose: "To sell beer." },
			yours: { purpose: "To let you in." },
		});
		expect(await readPurpose(id)).toMatchObject({ purpose: "To sell beer." });
	});

	test("without its sentence a purpose loses its preset", async () => {
		await update(stated);
		await update({ purpose: " " }, { ...baseline, ...stated });
		expect(await readPurpose(id)).toEqual({ ...stated, purpose: "", preset: "" });
	});

	test.each([
		["privacyNotice", "http://example.org/"],
		["purpose", "x".repeat(301)],
		["preset", "over-99"],
	] as const)("of a %s that can't be stored is refused, and nothing is written", async (field, text) => {
		const { faults } = await update({ ...stated, name: "Door", [field]: text });
		expect(Object.keys(faults ?? {})).toEqual([field]);
		expect([tenant.written, await readPurpose(id)]).toEqual([[], noPurpose]);
	});

	test.each(["viewer", "support"] as const)("is refused for the role %s", async (role) => {
		signInAs(role);
		expect((await update(stated)).problem).toBeDefined();
		expect(await readPurpose(id)).toEqual(noPurpose);
	});

	test("whose purpose can't be stored says what is saved, keeps what was typed, and can be tried again", async () => {
		const { handle } = tenant.service;
		tenant.service.handle = async (seen, response) => {
			if (seen.method === "PATCH") await acceptWrites(false);
			handle(seen, response);
		};
		const result = await update({ ...stated, name: "Door" });
		expect(result).toMatchObject({
			kind: "partly",
			baseline: { ...baseline, name: "Door" },
			values: { ...stated, name: "Door" },
			problem: { title: "The purpose was not saved", message: expect.stringMatching(/^The template was saved\./) },
		});
		expect(result.saved).toBeUndefined();
		await acceptWrites(true);
		tenant.service.handle = handle;
		const again = await update(stated, result.baseline ?? undefined);
		expect(again.saved?.after).toEqual({ ...baseline, ...stated, name: "Door" });
		expect(await readPurpose(id)).toEqual(stated);
	});
});

describe("a new template", () => {
	test("is created without its purpose, which is stored under the identifier that it got", async () => {
		const [, created = ""] = /(vct_\w+)/.exec(String(await create(stated))) ?? [];
		expect(tenant.written[0]?.body).not.toHaveProperty("purpose");
		expect(await readPurpose(created)).toEqual(stated);
	});

	test("whose purpose can't be stored is named as created, and what was typed stays", async () => {
		const { handle } = tenant.service;
		tenant.service.handle = async (seen, response) => {
			if (seen.method === "POST") await acceptWrites(false);
			handle(seen, response);
		};
		const result = await create(stated);
		await acceptWrites(true);
		expect(result).toMatchObject({
			values: stated,
			problem: {
				title: "The purpose was not saved",
				message: expect.stringMatching(/^The template was created\./),
				link: { href: expect.stringMatching(/^\/templates\/vct_/), text: "Open the template" },
			},
		});
	});
});

describe("without scripts", () => {
	test("a preset fills in its purpose, and a button takes the preset off it", async () => {
		const form = new FormData();
		for (const [name, text] of Object.entries({
			templateId: id,
			opened: JSON.stringify(baseline),
			source: "[]",
			name: "Bar",
		}))
			form.set(name, text);
		form.set("intent", "preset driving");
		const { values } = await partsOf(updateTemplateAction({}, form));
		expect(values).toMatchObject({ purpose: presetStatements.driving?.purpose, preset: "driving" });
		form.set("purpose", "To rent you a van.");
		form.set("preset", "driving");
		form.set("intent", "own purpose");
		expect((await partsOf(updateTemplateAction({}, form))).values).toMatchObject({
			purpose: "To rent you a van.",
			preset: "",
		});
		expect(tenant.written).toEqual([]);
	});
});

describe("JSON", () => {
	test("of an export holds what is stated, and fills a form in with it", async () => {
		const exported = exportOf(await getTemplate(id), stated);
		expect(exported).toHaveProperty("purpose.legal_basis", stated.legalBasis);
		const { values } = importTemplate(JSON.stringify(exported), { ...emptyValues, purpose: "Typed before." });
		expect(values && purposeOf(templateEditor.contentOf(values, null))).toEqual(stated);
		expect(exportOf(await getTemplate(id), noPurpose)).not.toHaveProperty("purpose");
	});

	test("with a purpose that can't be stored is refused by its key, and nothing is filled in", async () => {
		const exported = exportOf(await getTemplate(id), stated);
		const refusalOf = (purpose: unknown) =>
			importTemplate(JSON.stringify({ ...exported, purpose }), emptyValues).refusal;
		expect(refusalOf({ purpose: "a", basis: "b" })).toMatch(/^Its purpose can't be read. At purpose → basis: /);
		expect(refusalOf("a")).toMatch(/At purpose: An object/);
	});
});
