import { isolated } from "@/lib/contract/name-or-id";

/** A part of a field before and after, as JSON; null: the default, or absent. */
export type PartChange = { before: string | null; after: string | null };

/** The verbs of all changes. */
type Verb =
	| "add"
	| "allow"
	| "change"
	| "leave"
	| "let"
	| "remove"
	| "rename"
	| "replace"
	| "rotate"
	| "save"
	| "set"
	| "stop"
	| "switch"
	| "trust";

/** A change as a verb and the rest of its sentence, which is the same before a save and after it. */
export type Act = { verb: Verb; rest: string };

export function act(verb: Verb, rest: string): Act {
	return { verb, rest };
}

/** What a save does, in the same words before it and after it: "Adds City"; or only tried to do: "Tried to add City". */
export function actInWords({ verb, rest }: Act, isDone = true): string {
	return isDone ? atStart(`${verb}${verb === "switch" ? "es" : "s"} ${rest}`) : `Tried to ${verb} ${rest}`;
}

/** "sign-in address" at the start of a sentence or label: "Sign-in address". */
export function atStart(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Sign-in address" within a sentence: "sign-in address". */
export function inSentence(label: string): string {
	return /^[A-Z]\S*[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** A text that is compared as a whole: "“urn:a”", "nothing". */
export function textInWords(json: string | null): string {
	return json === null ? "nothing" : `“${isolated(String(JSON.parse(json)))}”`;
}

/**
 * "Sets the audience to “urn:b” (was “urn:a”)", "Removes the audience (was “urn:a”)".
 * @param sets a change to a value, up to the value: "Renames it to"
 */
export function textChange(
	{ label, sets = act("set", `the ${inSentence(label)} to`) }: { label: string; sets?: Act },
	{ before, after }: PartChange,
	shown: (json: string | null) => string = textInWords,
): Act {
	const was = before === null ? "" : ` (was ${shown(before)})`;
	if (after === null) return act("remove", `the ${inSentence(label)}${was}`);
	return { ...sets, rest: `${sets.rest} ${shown(after)}${was}` };
}
