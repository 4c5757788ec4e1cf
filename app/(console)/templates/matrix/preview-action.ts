"use server";

import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn } from "@/app/_forms/after-write";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireEditing } from "@/lib/dashboard/proposals/rights";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { ElementChange, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { readChosenTemplates } from "../bulk/chosen-templates";
import { actsOf, fromNow } from "../bulk/template-change";
import { elementsIn, planTemplate } from "../bulk/template-work";
import {
	type CellChange,
	changedCells,
	readMatrixForm,
	SCRIPTED_FIELD,
	type SentEdit,
	sentEdits,
	tooManyTemplates,
} from "./matrix";

const operation: TemplateOperation = { kind: "change" };

/** `preview`: the ID of the bulk edit that was stored. `edits`: beside a problem, those of a form without scripts. */
export type MatrixResult = FormResult & { preview?: string; edits?: readonly SentEdit[] };

/**
 * Stores the preview of a matrix's edits; nothing is written to the tenant. Without scripts it redirects there; with them the
 * page does, once its own address leads back to the edits.
 */
export async function previewMatrixAction(_: MatrixResult, sent: FormData): Promise<MatrixResult> {
	let preview: string;
	let kept: Pick<MatrixResult, "edits"> = {};
	try {
		await requireEditing();
		const { session, form } = await permittedForm("propose", sent);
		const edits = readMatrixForm(form);
		// With scripts the page has them still.
		if (!form.has(SCRIPTED_FIELD)) kept = { edits: sentEdits(edits) };
		if (edits.size === 0)
			return {
				...kept,
				problem: { title: "Nothing was changed", message: "Tick or clear a cell, then preview the changes." },
			};
		if (edits.size > CHOSEN_TEMPLATES_MAX) return { ...kept, problem: tooManyTemplates(edits.size) };
		const chosen = await readChosenTemplates([...edits.keys()], Date.now() + READ_WITHIN_MS);
		const items = chosen.map((one) => {
			const edit = edits.get(one.id);
			const changes = edit?.row.print ? changedCells(edit.row.print.cells, edit.cells) : [];
			const elements = typeof one.template === "string" ? null : elementsIn(one.template);
			return planTemplate(one, operation, { changes: changes.map((change) => elementChange(change, elements)) });
		});
		preview = await createBulkEdit(
			session.subject,
			{ resource: "template", operation, acts: actsOf(operation, items) },
			items,
		);
		if (form.has(SCRIPTED_FIELD)) return { preview };
	} catch (error) {
		return { ...kept, problem: problemOf(error, "template") };
	}
	return continueOn(bulkEditPage("template", preview));
}

/** Where a cell has changed since the page was read, from what the page has shown: that is a conflict. */
function elementChange({ column, cell, tick }: CellChange, elements: ReturnType<typeof elementsIn>): ElementChange {
	const change = { name: column.name, before: SHOWN[cell] ?? null, after: tick ? "true" : null };
	const isAsShown = printOf(elements ?? {}).cells[column.place] === cell;
	return isAsShown ? (fromNow(elements, [change])[0] ?? change) : change;
}

const SHOWN: Readonly<Record<string, string>> = { r: "true", s: "true", f: "false" };
