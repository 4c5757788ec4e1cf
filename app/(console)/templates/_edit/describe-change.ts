import "server-only";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { listed } from "@/lib/dashboard/listed";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { purposeFieldNames, purposeFields } from "@/lib/dashboard/templates/purpose";
import { templateProperties } from "@/lib/dashboard/templates/template-fields";

// The trail stores a template's properties and its attributes in one list of names. An attribute with the name of a property
// is indistinguishable from it there, so the words for properties are true of both.

/** A template's properties besides attributes. */
const properties = new Map<string, string>(
	Object.values(templateProperties).map(({ wire, label }) => [wire, `the ${inSentence(label)}`]),
);

/** An audit trail entry of a template in words, one line per change. A write without success is an attempt. */
export function describeChange({ operation, changes, moreChanges, outcome }: AuditEntry): string[] {
	const acts =
		operation === "post_vc_templates"
			? [creation(changes, moreChanges)]
			: operation === "set_template_purpose"
				? statements(changes)
				: edits(changes, moreChanges);
	return acts.map(([verb, rest]) => (outcome === "done" ? verb.done : `Tried to ${verb.tried}`) + rest);
}

type Verb = { done: string; tried: string };
type Act = [verb: Verb, rest: string];

const create: Verb = { done: "Created", tried: "create" };
const save: Verb = { done: "Saved", tried: "save" };
const add: Verb = { done: "Added", tried: "add" };
const remove: Verb = { done: "Removed", tried: "remove" };
const change: Verb = { done: "Changed", tried: "change" };
const set: Verb = { done: "Set", tried: "set" };

function creation(names: string[], more: number): Act {
	const requested = names.filter((name) => !properties.has(name)).map(attributeLabel);
	return [create, requested.length > 0 ? ` it, asking for ${listed(requested, more)}` : " it"];
}

function edits(changes: string[], more: number): Act[] {
	if (changes.length === 0) return [[save, " it without a change"]];
	const withSign = (sign: string) => changes.filter((text) => text.startsWith(sign)).map((text) => text.slice(1));
	const [added, removed, changed] = [withSign("+"), withSign("-"), withSign("~")];
	// Names without signs: the previous content was unknown.
	if (added.length + removed.length + changed.length < changes.length)
		return [[save, ` it with ${listed(changes.map(wordOf), more)}`]];
	const acts: [Verb, string[]][] = [
		[add, added.map(wordOf)],
		// An edit removes no property: these are attributes, even with a property's name.
		[remove, removed.map(attributeLabel)],
		[change, changed.map(wordOf)],
	];
	return acts.filter(([, words]) => words.length > 0).map(([verb, words]) => [verb, ` ${listed(words)}`]);
}

/** Of the purpose, which has names of its own. */
function statements(changes: string[]): Act[] {
	const removed = changes.filter((text) => text.startsWith("-"));
	const stated = changes.filter((text) => !text.startsWith("-"));
	const words = (texts: string[]) => ` ${listed(texts.map((text) => `the ${purposeWord(text.slice(1))}`))}`;
	return [
		...(stated.length > 0 ? [[set, words(stated)] satisfies Act] : []),
		...(removed.length > 0 ? [[remove, words(removed)] satisfies Act] : []),
	];
}

/** A field of the purpose within a sentence: "legal basis". */
export function purposeWord(name: string): string {
	const field = purposeFieldNames.find((known) => known === name);
	return field ? inSentence(purposeFields[field].label) : name;
}

function wordOf(name: string): string {
	return properties.get(name) ?? attributeLabel(name);
}
