import type { FormEvent } from "react";
import { ActionForm, type OpenForm, SubmitButton } from "@/app/_forms/action-form";
import { ButtonLink } from "@/components/layout/links";
import { Button } from "@/components/ui/button";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { count } from "../_list/search-words";
import {
	CHOSEN_FORM,
	changedCells,
	EDITS_FORM,
	type MatrixColumn,
	type MatrixEdits,
	type MatrixRow,
	ROW_FIELD,
	requestsNothing,
} from "./matrix";

/** Of more, those are shown that would ask for nothing; others are only counted. */
const EDITED_SHOWN_MAX = 20;

/** The id of what is said of the selected rows. */
const CHOSEN_STATUS = "chosen-status";

/** What rows are selected by, from the table and from the list. */
const FIRST_TO_SELECT = ".matrix [data-select-all], .matrix-list summary";

type MatrixBarProps = {
	edits: MatrixEdits;
	/** The IDs of selected rows, and of those without a box on the page. */
	chosen: ReadonlySet<string>;
	chosenElsewhere: readonly string[];
	/** How many of the selected ones are not among the rows that are shown. */
	notShown: number;
	canWrite: boolean;
	form: OpenForm;
	/** The values of the form's rows: those of the page, and others with edits. */
	rowFields: readonly string[];
	/** @param tick as it was before the edit */
	onRemove: (row: MatrixRow, column: MatrixColumn, tick: boolean) => void;
	onDiscard: () => void;
	onClear: () => void;
};

/** The edits, each of which can be removed, and what can be done with the selected rows. */
export function MatrixBar(props: MatrixBarProps) {
	const { edits, chosen, chosenElsewhere, notShown, canWrite, form, rowFields, onRemove, onDiscard, onClear } = props;
	const edited = [...edits].map(([id, { row, cells }]) => {
		return { id, row, changes: changedCells(row.print?.cells ?? "", cells), isNothing: requestsNothing(row, cells) };
	});
	const changes = edited.reduce((sum, one) => sum + one.changes.length, 0);
	const shown = edited.filter(
		({ isNothing }, index) => index < EDITED_SHOWN_MAX || (isNothing && index < CHOSEN_TEMPLATES_MAX),
	);
	const beyond = edited.length - shown.length;
	const areTooMany = chosen.size > CHOSEN_TEMPLATES_MAX;
	const isPair = chosen.size === 2;

	function onChosen(event: FormEvent<HTMLFormElement>) {
		const { submitter } = event.nativeEvent as SubmitEvent;
		// The other button is there without scripts alone.
		if (areTooMany || submitter?.dataset.file === undefined) event.preventDefault();
	}

	return (
		<div className="matrix-bar" data-none={canWrite || chosen.size > 0 ? undefined : ""}>
			{edited.length > 0 ? (
				<ul aria-label="Changes" className="matrix-changes">
					{shown.map(({ id, row, changes, isNothing }) => (
						<li key={id}>
							<Name text={row.name} className="inline-block max-w-64 truncate align-bottom font-medium" />
							{changes.map(({ column, tick }) => (
								<button
									key={column.name}
									type="button"
									aria-label={`Remove change: ${tick ? "add" : "remove"} ${column.label}, ${nameInWords(row.name)}`}
									onClick={({ currentTarget }) => {
										passFocus(currentTarget);
										onRemove(row, column, !tick);
									}}
								>
									{tick ? "+" : "−"} {column.label} <span aria-hidden="true">×</span>
								</button>
							))}
							{isNothing ? <strong className="text-danger">would ask for nothing</strong> : null}
						</li>
					))}
					{beyond > 0 ? <li>and {count(beyond)} more templates</li> : null}
				</ul>
			) : null}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				{/* A browser restores boxes by their place: after a reload or Back another template may be there. */}
				<form
					id={CHOSEN_FORM}
					action="/templates/compare"
					autoComplete="off"
					onSubmit={onChosen}
					className="flex flex-wrap items-center gap-x-3 gap-y-2"
				>
					{areTooMany ? null : chosenElsewhere.map((id) => <input key={id} type="hidden" name="template" value={id} />)}
					<p id={CHOSEN_STATUS} role="status" className="text-sm empty:hidden">
						{chosen.size > 0 ? `${count(chosen.size)} selected` : null}
						{notShown > 0 ? `, ${count(notShown)} of them not shown` : null}
						{areTooMany ? (
							<span className="text-muted"> · at most {CHOSEN_TEMPLATES_MAX} at once</span>
						) : chosen.size > 0 && !isPair ? (
							<span className="text-muted"> · choose two to compare</span>
						) : null}
					</p>
					<span data-none={chosen.size === 0 ? "" : undefined} className="of-chosen">
						<Button className="without-scripts">Compare selected</Button>
						{isPair ? (
							<span className="script-only">
								<ButtonLink href={comparisonOf([...chosen])}>Compare selected</ButtonLink>
							</span>
						) : null}
						<Button
							formAction="/templates/export"
							data-file=""
							aria-disabled={areTooMany || undefined}
							aria-describedby={CHOSEN_STATUS}
						>
							Export
						</Button>
						<Button
							type="button"
							variant="quiet"
							className="script-only"
							onClick={() => {
								document.querySelector<HTMLElement>(FIRST_TO_SELECT)?.focus();
								onClear();
							}}
						>
							Clear selection
						</Button>
					</span>
				</form>
				{canWrite ? (
					<ActionForm
						of={form}
						id={EDITS_FORM}
						autoComplete="off"
						className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2"
					>
						{rowFields.map((value) => (
							<input key={value} type="hidden" name={ROW_FIELD} value={value} />
						))}
						<p role="status" className="script-only text-sm font-medium">
							{changesInWords(changes, edits.size)}
						</p>
						{changes > 0 ? (
							<Button
								type="button"
								variant="quiet"
								onClick={({ currentTarget }) => {
									passFocus(currentTarget);
									onDiscard();
								}}
							>
								Discard
							</Button>
						) : null}
						<SubmitButton of={form} variant="primary">
							Preview changes
						</SubmitButton>
					</ActionForm>
				) : null}
			</div>
		</div>
	);
}

/** From a button that its press removes: to the next change, or the one before, or to the preview. */
function passFocus(from: HTMLElement) {
	const bar = from.closest(".matrix-bar");
	const chips = [...(bar?.querySelectorAll<HTMLElement>(".matrix-changes button") ?? [])];
	const at = chips.indexOf(from);
	const beside = at === -1 ? null : (chips[at + 1] ?? chips[at - 1]);
	(beside ?? bar?.querySelector<HTMLElement>(`#${EDITS_FORM} button:not([type="button"])`))?.focus();
}

function comparisonOf([a = "", b = ""]: readonly string[]): string {
	return `/templates/compare?${new URLSearchParams({ a, b })}`;
}

function changesInWords(changes: number, templates: number): string {
	if (changes === 0) return "No changes";
	const words = `${count(changes)} ${changes === 1 ? "change" : "changes"} in ${count(templates)} ${templates === 1 ? "template" : "templates"}`;
	return templates > CHOSEN_TEMPLATES_MAX ? `${words}, at most ${CHOSEN_TEMPLATES_MAX} at once` : words;
}
