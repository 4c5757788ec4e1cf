import { type ReactNode, useRef } from "react";
import { type ChangedBy, ChangeNotice } from "@/app/_history/changed-by";
import { Alert } from "@/components/ui/alert";
import { useFocusFallback } from "@/components/ui/use-focus-fallback";
import { someSentences } from "@/lib/dashboard/in-short";
import { CHOICES, type Versions } from "@/lib/dashboard/three-way-merge";
import { type ContestedChoice, contestedChoices, mergeOf } from "./edit-state";
import { useAnyForm } from "./editor-context";
import { CONFLICT_ID, SAVE_BUTTON_ID } from "./use-store";

type Sides = Record<"theirs" | "yours", { title: string; only: string }> & {
	/** The subject of a sentence, and the beginning of another. */
	unsaved: string;
	left: string;
	/** "You both renamed it", "You renamed it twice". */
	contested: (verb: string) => string;
};

const otherAdmin: Sides = {
	theirs: { title: "Theirs", only: "Only what you changed too." },
	yours: { title: "Yours", only: "Only what they changed too." },
	unsaved: "Your changes are",
	left: "Keeping theirs",
	contested: (verb) => `You both ${verb}`,
};

const otherTab: Sides = {
	theirs: { title: "Your other tab", only: "Only what you changed in this tab too." },
	yours: { title: "This tab", only: "Only what you changed in your other tab too." },
	unsaved: "The changes of this tab are",
	left: "Keeping what your other tab saved",
	contested: (verb) => `You ${verb} in both tabs`,
};

const draft: Sides = {
	theirs: { title: "Saved since then", only: "Only what the draft changes too." },
	yours: { title: "Your draft", only: "Only what was saved since then too." },
	unsaved: "The draft is",
	left: "Keeping what was saved",
	contested: (verb) => `You ${verb} twice`,
};

/** Nobody is told of a change of their own as another admin's. */
function sidesOf(by: ChangedBy | undefined): Sides {
	if (!by?.isOneself) return otherAdmin;
	return by.isHere ? draft : otherTab;
}

/**
 * What another admin, or this one in another tab, has changed since the page was opened, beside this admin's changes. Nothing of this admin's has been
 * written yet; saving, or proposing, again keeps both, once a side is chosen for each contested part. Works without scripts.
 */
export function ConflictPanel(props: ConflictPartsProps) {
	const panel = useRef<HTMLDivElement>(null);
	useFocusFallback(panel, () => document.getElementById(SAVE_BUTTON_ID));
	return (
		<div ref={panel} id={CONFLICT_ID} tabIndex={-1}>
			<Alert tone="warning" title="Changed since you opened it">
				<ConflictParts {...props} />
			</Alert>
		</div>
	);
}

type ConflictPartsProps = {
	/** What the three states of the resource look like. */
	pictures?: Versions<ReactNode> | undefined;
};

/** The author and both sides of the changes, and the choices. */
export function ConflictParts({ pictures }: ConflictPartsProps) {
	const { editor, edit, result, known, now } = useAnyForm();
	const { conflict } = edit;
	if (!conflict) return null;
	const merge = mergeOf(editor, conflict);
	const sides = sidesOf(conflict.changedBy);
	const contested = contestedChoices(editor, conflict, now.values);
	const isLeft = editor.changes(conflict.theirs, now.content).length > 0;
	const { isProposed } = now.decision;
	const state = isLeft
		? `${sides.unsaved} not ${isProposed ? "proposed yet. Propose" : "saved yet. Save"} again to keep both.`
		: `${sides.left}: nothing left to ${isProposed ? "propose" : "save"}.`;
	const describe = (changes: typeof merge.theirs) =>
		someSentences(changes.map((change) => editor.changeInWords(change, known)));
	return (
		<>
			<p>
				<ChangeNotice by={conflict.changedBy} now={conflict.at} />{" "}
				{(result.kind === "conflict" && result.note) || state}
			</p>
			{pictures ? <SideTitle title="Opened" picture={pictures.baseline} /> : null}
			<Side {...sides.theirs} picture={pictures?.theirs} changes={describe(merge.theirs)} />
			<Side {...sides.yours} picture={pictures?.yours} changes={describe(merge.yours)} />
			{contested.map((one, index) => (
				<ContestedPart key={one.part} contested={one} name={`choice-${index}`} sides={sides} />
			))}
		</>
	);
}

/** The radios that choose whose value of a contested part is kept. */
function ContestedPart({ contested, name, sides }: { contested: ContestedChoice; name: string; sides: Sides }) {
	const { editor, known, choose } = useAnyForm();
	const { part, chosen } = contested;
	const verb = part === "name" ? "renamed it" : `changed “${editor.partLabel(part, known)}”`;
	return (
		<fieldset className="rounded-md border border-line px-3 pb-2 text-sm">
			<legend className="max-w-full px-1 font-medium">{`${sides.contested(verb)}. Keep which?`}</legend>
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
						{choice === "baseline" ? "Opened" : sides[choice].title}:{" "}
						<bdi className="whitespace-pre-wrap">{editor.valueInWords(part, contested[choice], known)}</bdi>
					</span>
				</label>
			))}
		</fieldset>
	);
}

type SideProps = Sides["yours"] & { picture: ReactNode; changes: readonly string[] };

function SideTitle({ title, picture }: Pick<SideProps, "title" | "picture">) {
	return (
		<p className="flex flex-wrap items-center gap-x-2 font-medium">
			{title}
			{picture}
		</p>
	);
}

function Side({ title, picture, changes, only }: SideProps) {
	return (
		<div>
			<SideTitle title={title} picture={picture} />
			{changes.length === 0 ? <p className="text-muted">{only}</p> : null}
			<ul className="list-disc pl-5 whitespace-pre-wrap">
				{changes.map((change) => (
					<li key={change}>{change}</li>
				))}
			</ul>
		</div>
	);
}
