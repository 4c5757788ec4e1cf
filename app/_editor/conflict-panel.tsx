import { useRef } from "react";
import { ChangeNotice } from "@/app/_history/changed-by";
import { Alert } from "@/components/ui/alert";
import { useFocusFallback } from "@/components/ui/use-focus-fallback";
import { someSentences } from "@/lib/dashboard/in-short";
import { CHOICES, type Choice } from "@/lib/dashboard/three-way-merge";
import { type ContestedChoice, contestedChoices, mergeOf } from "./edit-state";
import { useAnyForm } from "./editor-context";
import { CONFLICT_ID, SAVE_BUTTON_ID } from "./use-store";

const words: Record<Choice, string> = { baseline: "Opened", theirs: "Theirs", yours: "Yours" };

/**
 * What another admin has changed since the page was opened, beside this admin's changes. Nothing of this admin's has been
 * written yet; saving again writes both, once a side is chosen for each contested part. Works without scripts.
 */
export function ConflictPanel() {
	const panel = useRef<HTMLDivElement>(null);
	useFocusFallback(panel, () => document.getElementById(SAVE_BUTTON_ID));
	return (
		<div ref={panel} id={CONFLICT_ID} tabIndex={-1}>
			<Alert tone="warning" title="Changed since you opened it">
				<ConflictParts />
			</Alert>
		</div>
	);
}

/** The author and both sides of the changes, and the choices. */
export function ConflictParts() {
	const { editor, edit, result, known, now } = useAnyForm();
	const { conflict } = edit;
	if (!conflict) return null;
	const merge = mergeOf(editor, conflict);
	const contested = contestedChoices(editor, conflict, now.values);
	const isLeft = editor.changes(conflict.theirs, now.content).length > 0;
	const describe = (changes: typeof merge.theirs) =>
		someSentences(changes.map((change) => editor.changeInWords(change, known)));
	return (
		<>
			<p>
				<ChangeNotice by={conflict.changedBy} now={conflict.at} />{" "}
				{(result.kind === "conflict" && result.note) ||
					(isLeft
						? "Nothing of yours is saved yet. Save again to keep both."
						: "You keep it as they left it: there is nothing left to save.")}
			</p>
			<Side title="Theirs" changes={describe(merge.theirs)} other="you" />
			<Side title="Yours" changes={describe(merge.yours)} other="they" />
			{contested.map((one, index) => (
				<ContestedPart key={one.part} contested={one} name={`choice-${index}`} />
			))}
		</>
	);
}

/** The radios that choose whose value of a contested part is kept. */
function ContestedPart({ contested, name }: { contested: ContestedChoice; name: string }) {
	const { editor, known, choose } = useAnyForm();
	const { part, chosen } = contested;
	const both = part === "name" ? "renamed it" : `changed “${editor.partLabel(part, known)}”`;
	return (
		<fieldset className="rounded-md border border-line px-3 pb-2 text-sm">
			<legend className="max-w-full px-1 font-medium">{`You both ${both}. Keep which?`}</legend>
			{CHOICES.map((choice) => (
				<label key={choice} className="flex min-h-8 items-start gap-2 py-1.5">
					<input
						type="radio"
						name={name}
						value={choice}
						className="mt-0.5 shrink-0"
						checked={chosen === choice}
						onChange={() => choose(part, choice)}
					/>
					<span>
						{words[choice]}:{" "}
						<bdi className="whitespace-pre-wrap">{editor.valueInWords(part, contested[choice], known)}</bdi>
					</span>
				</label>
			))}
		</fieldset>
	);
}

function Side({ title, changes, other }: { title: string; changes: readonly string[]; other: string }) {
	return (
		<div>
			<p className="font-medium">{title}</p>
			{changes.length === 0 ? <p className="text-muted">Only what {other} have changed as well.</p> : null}
			<ul className="list-disc pl-5 whitespace-pre-wrap">
				{changes.map((change) => (
					<li key={change}>{change}</li>
				))}
			</ul>
		</div>
	);
}
