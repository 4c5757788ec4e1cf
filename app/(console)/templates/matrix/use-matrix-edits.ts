import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { useActionForm, useResult } from "@/app/_forms/action-form";
import { noAnswerToRead } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import type { LoadedList } from "../_list/template-search";
import {
	type MatrixEdits,
	type MatrixRow,
	ROW_FIELD,
	readSentEdits,
	rebased,
	rowField,
	SCRIPTED_FIELD,
	sentEdits,
	tooManyTemplates,
} from "./matrix";
import { type MatrixResult, previewMatrixAction } from "./preview-action";

/** The edits that a page begins with. */
export type EditsStart = {
	/** The preview that they are from; null where the address names none. */
	preview: string | null;
	/** The rows with edits. */
	edits: readonly (readonly [string, { row: MatrixRow; cells: string }])[];
};

/** The edits, and the form that sends them to their preview: they stay those of the address, or the address loses them. */
export function useMatrixEdits(start: EditsStart, { listing, query, show }: LoadedList) {
	const router = useRouter();
	const form = useActionForm<MatrixResult>(previewMatrixAction, {}, { unconfirmed: noAnswerToRead });
	/** What the edits began with: those of the preview, or those that a form without scripts has sent. */
	const [begun, setBegun] = useState(() => {
		const ofPreview: MatrixEdits = new Map(start.edits);
		const { edits } = form.first;
		if (!edits) return { preview: start.preview, edits: ofPreview };
		const rows = new Map<string, MatrixRow>(listing.rows.map((row) => [row.id, row]));
		for (const [id, { row }] of ofPreview) rows.set(id, row);
		return { preview: start.preview, edits: readSentEdits(edits, rows) };
	});
	const [edits, setEdits] = useState(begun.edits);
	/** Why the last press of "Preview changes" leads nowhere, where that is known here. */
	const [refusal, setRefusal] = useState<Problem | null>(null);
	/** Those whose preview was asked for last. */
	const sentLast = useRef<MatrixEdits>(null);
	const [isLeaving, startLeaving] = useTransition();

	// The page was read again for another preview; without one, the edits are those of the page.
	if (start.preview !== null && start.preview !== begun.preview) {
		const ofPreview: MatrixEdits = new Map(start.edits);
		setBegun({ preview: start.preview, edits: ofPreview });
		setEdits(rebased(edits, begun.edits, ofPreview));
	}
	// The address leads to the edits of its preview only while they are the same.
	const isOthers = edits !== begun.edits && query.changes !== null && query.changes === begun.preview;
	const leaveAddress = useEffectEvent(() => show({ changes: null }));
	useEffect(() => {
		if (isOthers) leaveAddress();
	}, [isOthers]);
	// Back shows the page as it was read before there was a preview.
	const readAgain = useEffectEvent(() => {
		const named = new URLSearchParams(window.location.search).get("changes");
		if (named && named !== start.preview) router.refresh();
	});
	useEffect(() => readAgain(), []);

	useResult(form.state, ({ preview }) => {
		if (preview === undefined) return;
		if (sentLast.current !== edits) {
			setRefusal({
				title: "You have changed cells meanwhile",
				message: "The preview was without them. Preview again.",
			});
			return;
		}
		setBegun({ preview, edits });
		show({ changes: preview });
		startLeaving(() => router.push(bulkEditPage("template", preview)));
	});

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (form.isPending || isLeaving || form.wait > 0) return;
		const isTooMany = edits.size > CHOSEN_TEMPLATES_MAX;
		setRefusal(isTooMany ? tooManyTemplates(edits.size) : null);
		if (isTooMany) return;
		sentLast.current = edits;
		const sent = new FormData();
		sent.set(SCRIPTED_FIELD, "yes");
		for (const edit of sentEdits(edits)) sent.append(ROW_FIELD, rowField(...edit));
		form.send(sent);
	}

	return {
		edits,
		setEdits,
		form: { ...form, onSubmit },
		problem: refusal ?? form.state.problem,
		isLeaving,
		discard() {
			setEdits(new Map());
			setRefusal(null);
		},
	};
}

/** The rows of the form without scripts: those of the page, whose boxes say how they are after, and others with edits. */
export function rowFieldsOf(rows: readonly MatrixRow[], edits: MatrixEdits): string[] {
	const shown = new Set(rows.map(({ id }) => id));
	return [
		...rows.flatMap((row) => {
			const { print } = edits.get(row.id)?.row ?? row;
			return print ? [rowField(row.id, print.cells)] : [];
		}),
		...sentEdits(edits).flatMap((edit) => (shown.has(edit[0]) ? [] : [rowField(...edit)])),
	];
}
