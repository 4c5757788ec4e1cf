"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { elementsOf, type MdlElements } from "@/lib/contract/mdl-elements";
import { mdlElements } from "@/lib/contract/presentation-request";
import { createTemplateRequest } from "@/lib/contract/template";
import { setFlash } from "@/lib/dashboard/flash";
import { createTemplate, deleteTemplate, getTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import type { Problem } from "@/lib/dashboard/problem";
import { problemOf } from "@/lib/dashboard/problem-of";
import { requireActionRole } from "@/lib/dashboard/session";
import { createRequestOf, updateRequestOf } from "../request/template-request";
import type { ImportResult } from "../transfer/import-result";
import { importTemplate } from "../transfer/import-template";
import { type FieldErrors, templateFormErrors } from "./template-form-schema";
import {
	asksForSomething,
	elementChanges,
	elementsOfForm,
	readTemplateForm,
	rebaseElements,
	selectionOf,
	type TemplateFormValues,
} from "./template-form-values";

export type TemplateFormState = {
	/** What was posted, so that a page without scripts shows it again. */
	values?: TemplateFormValues;
	errors?: FieldErrors;
	problem?: Problem;
	/** The service refused the name (409): the cursor belongs there. */
	isNameTaken?: boolean;
	/** What the form was opened with: a refusal leaves it as it is. */
	opened?: MdlElements;
	/** The service's elements have changed since the form was opened; saving again applies the edits onto these. */
	conflict?: MdlElements;
	/** Saved: what the service holds now. */
	stored?: { name: string; elements: MdlElements };
	/** A template's JSON was put into the form, or could not be. */
	imported?: ImportResult;
};

const NOTHING_REQUESTED: FieldErrors = { attributes: "Tick at least one attribute." };

/** Creates a template and goes to its page. Field `stored` is ignored: a new template has no past. */
export async function createTemplateAction(_: TemplateFormState, form: FormData): Promise<TemplateFormState> {
	const values = readTemplateForm(form);
	let id: string;
	try {
		await requireActionRole("editor");
		if (form.get("intent") === "import") return importedInto(values, String(form.get("importText")));
		const errors = templateFormErrors(values);
		if (errors) return { values, errors };
		const elements = elementsOfForm({}, values);
		const request = createTemplateRequest.safeParse(createRequestOf(values, elements));
		if (!request.success || !asksForSomething(elements)) return { values, errors: NOTHING_REQUESTED };
		id = (await createTemplate(request.data)).id;
	} catch (error) {
		return refused(error, values);
	}
	const path = `/templates/${encodeURIComponent(id)}`;
	await setFlash(path, "Template created.");
	redirect(path);
}

/** Saves name, type and attributes of a template after reading it again, so that nobody's change is overwritten unseen. */
export async function updateTemplateAction(_: TemplateFormState, form: FormData): Promise<TemplateFormState> {
	const values = readTemplateForm(form);
	let opened: MdlElements | undefined;
	try {
		await requireActionRole("editor");
		const errors = templateFormErrors({ ...values, certificateAuthority: "" });
		const storedAtOpening = readStored(form);
		opened = storedAtOpening;
		const edited = elementsOfForm(storedAtOpening, values);
		if (errors && (errors.name || errors.type)) return { values, opened, errors };
		if (!asksForSomething(edited)) return { values, opened, errors: NOTHING_REQUESTED };
		const id = String(form.get("templateId"));
		const current = await getTemplate(id);
		const currentElements = current.presentation ? elementsOf(current.presentation) : {};
		if (elementChanges(storedAtOpening, currentElements).length > 0) {
			const rebased = selectionOf(rebaseElements(storedAtOpening, edited, currentElements));
			return { values: { ...values, ...rebased, added: "" }, conflict: currentElements };
		}
		const saved = await updateTemplate(id, updateRequestOf(values, edited), current);
		if (current.name !== values.name) revalidatePath(`/templates/${id}`);
		return { stored: { name: values.name, elements: saved.presentation ? elementsOf(saved.presentation) : edited } };
	} catch (error) {
		return { ...refused(error, values), ...(opened ? { opened } : {}) };
	}
}

export async function deleteTemplateAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	try {
		await requireActionRole("editor");
		await deleteTemplate(String(form.get("templateId")));
	} catch (error) {
		return { problem: problemOf(error, "template") };
	}
	await setFlash("/templates", "Template deleted.");
	redirect("/templates");
}

/** The button that fills the form from JSON, without scripts: nothing is sent to the service. */
function importedInto(values: TemplateFormValues, text: string): TemplateFormState {
	const { values: filled = values, ...imported } = importTemplate(text, values);
	return { values: filled, imported };
}

/** The elements that the form was opened with, or, after a conflict, those that the admin has been shown since. */
function readStored(form: FormData): MdlElements {
	return mdlElements.parse(JSON.parse(String(form.get("stored"))));
}

function refused(error: unknown, values: TemplateFormValues): TemplateFormState {
	const problem = problemOf(error, "template");
	if (problem.about !== "conflict") return { values, problem };
	return { values, errors: { name: `${problem.title}. ${problem.message}` }, isNameTaken: true };
}
