"use server";

import { redirect } from "next/navigation";
import type { FormResult } from "@/app/_forms/action-form";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { ElementChange, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { readChosenTemplates } from "../bulk/chosen-templates";
import { fromNow } from "../bulk/template-change";
import { elementsIn, planTemplate } from "../bulk/template-work";
import { type CellChange, changedCells, readMatrixForm } from "./matrix";

const operation: TemplateOperation = { kind: "change" };

/** Stores the preview of a matrix's edits and redirects there; nothing is written to the tenant. */
export async function previewMatrixAction(_: FormResult, sent: FormData): Promise<FormResult> {
	let preview: string;
	try {
		const { session, form } = await permittedForm(resources.template.permission, sent);
		const edits = readMatrixForm(form);
		if (edits.size === 0)
			return { problem: { title: "Nothing was changed", message: "Tick or clear a cell, then preview the changes." } };
		if (edits.size > CHOSEN_TEMPLATES_MAX) {
			const message = `At most ${CHOSEN_TEMPLATES_MAX} are changed at once.`;
			return { problem: { title: `${edits.size} templates are too many`, message } };
		}
		const chosen = await readChosenTemplates([...edits.keys()], Date.now() + READ_WITHIN_MS);
		const items = chosen.map((one) => {
			const edit = edits.get(one.id);
			const changes = edit?.row.print ? changedCells(edit.row.print.cells, edit.cells) : [];
			const elements = typeof one.template === "string" ? null : elementsIn(one.template);
			return planTemplate(one, operation, { changes: changes.map((change) => elementChange(change, elements)) });
		});
		preview = await createBulkEdit(session.subject, { resource: "template", operation }, items);
	} catch (error) {
		return { problem: problemOf(error, "template") };
	}
	redirect(`/templates/bulk/${preview}`);
}

/** Where a cell has changed since the page was read, from what the page has shown: that is a conflict. */
function elementChange({ column, cell, tick }: CellChange, elements: ReturnType<typeof elementsIn>): ElementChange {
	const change = { name: column.name, before: SHOWN[cell] ?? null, after: tick ? "true" : null };
	const isAsShown = printOf(elements ?? {}).cells[column.place] === cell;
	return isAsShown ? (fromNow(elements, [change])[0] ?? change) : change;
}

const SHOWN: Readonly<Record<string, string>> = { r: "true", s: "true", f: "false" };
