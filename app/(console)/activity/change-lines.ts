import "server-only";
import type { ChangeLine } from "@/app/_editor/change-line";
import { describeMetadataChange } from "@/app/(console)/_metadata/describe-metadata-change";
import { describeApplicationChange } from "@/app/(console)/applications/_edit/describe-application-change";
import { describeConnectionChange } from "@/app/(console)/connections/_edit/describe-connection-change";
import { webhookEditor } from "@/app/(console)/log-stream/log-stream-editors";
import { describeChange, purposeWord } from "@/app/(console)/templates/_edit/describe-change";
import { invisibleInWords } from "@/components/ui/invisible-characters";
import type { AuditEntry, KeptChange, KeptValue } from "@/lib/dashboard/audit/audit-entry";
import { actOnPage, isRenamed } from "@/lib/dashboard/audit/sentence";
import { someOf } from "@/lib/dashboard/in-short";
import { writeEntry } from "@/lib/dashboard/resources/writes";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { findPreset } from "@/lib/dashboard/templates/presets";

type Names = ReadonlyMap<string, string>;

/**
 * The changes of a write, one line each, with old and new value where they are stored: "Added City", "Changed the name: “A” →
 * “B”", "Rotated its secret".
 * @param names by identifier
 */
export function changeLines(entry: AuditEntry, names: Names): ChangeLine[] {
	const keptOf = (change: string) => entry.values.find(({ part }) => part === change.slice(1));
	const withValue = entry.changes.filter(keptOf);
	const others = entry.changes.filter((change) => !keptOf(change));
	const more = entry.changes.some(isSigned) ? entry.moreChanges : 0;
	return [
		...(withValue.length > 0 && others.length === 0 ? [] : described({ ...entry, changes: others }, names)).map(
			(what) => ({ what }),
		),
		...withValue.map((change) => {
			const [what = change] = described({ ...entry, changes: [change] }, names);
			const value = keptOf(change);
			return value ? { what, ...oldAndNew(value) } : { what };
		}),
		// Names without signs are one list, which says so itself.
		...(more > 0 ? [{ what: `${more.toLocaleString("en")} more changes` }] : []),
	];
}

function described(entry: AuditEntry, names: Names): string[] {
	const write = writeEntry(entry.operation);
	switch (write?.resource) {
		case "template":
			return describeChange(entry);
		case "application":
			return describeApplicationChange(entry);
		case "identity provider":
			return describeConnectionChange(entry, names);
		case "refresh token":
		case "session":
			return describeMetadataChange(entry);
		case "webhook":
			if (entry.operation === "change_webhook")
				return entry.changes.map((change) => signed(change, (part) => webhookEditor.partLabel(part, names)));
			return [actOnPage(write, entry)];
		case "user":
			return [actOnPage(write, entry)];
		default:
			return entry.changes.map((change) => signed(change));
	}
}

/** Maximum length of a value in a line, in characters. */
const VALUE_SHOWN_MAX = 60;

function oldAndNew({ part, before, after }: KeptChange): Pick<ChangeLine, "values" | "whole"> {
	const both = [before, after].map((value) => valueInWords(part === "preset" ? presetTitle(value) : value));
	const marks = NAMES.includes(part) ? [before, after].map(invisibleMark) : [];
	const cut = both.map((text) => {
		const characters = [...text];
		return characters.length > VALUE_SHOWN_MAX ? `${characters.slice(0, VALUE_SHOWN_MAX - 1).join("")}…` : text;
	});
	const isCut = cut.join() !== both.join();
	const shown = cut.map((text, index) => text + (marks[index] ?? ""));
	return { values: shown.join(" → "), ...(isCut && { whole: both.join("\n→ ") }) };
}

/** Parts that a list names a resource by. */
const NAMES: readonly string[] = ["name", "displayName"];

/** Behind a name that looks like another. */
function invisibleMark(value: KeptValue): string {
	const words = typeof value === "string" ? invisibleInWords(value) : null;
	return words === null ? "" : ` (${words})`;
}

function presetTitle(id: KeptValue): KeptValue {
	return findPreset(String(id))?.title ?? id;
}

/** "“A”", "on", "nothing". */
function valueInWords(value: KeptValue): string {
	if (value === null) return "nothing";
	if (typeof value === "boolean") return value ? "on" : "off";
	return typeof value === "number" ? String(value) : `“${value}”`;
}

const SHOWN_MAX = 3;

/** The changes in a few words for the end of a sentence: "+ City, − Photo"; empty where the sentence is complete. */
export function changesInShort(entry: AuditEntry, names: Names): string {
	const write = writeEntry(entry.operation);
	const changes = entry.changes.filter(isSigned);
	const some = (label?: (name: string) => string) =>
		inShort(
			changes.map((change) => signed(change, label)),
			entry.moreChanges,
		);
	if (!write || write.isCreate || entry.outcome !== "done" || changes.length === 0) return "";
	// The sentence says it already.
	if (isRenamed(entry) || write.byChange?.[entry.changes.join()]) return "";
	if (entry.operation === "set_template_purpose") return some(purposeWord);
	if (write.resource === "template") return some(attributeLabel);
	if (write.resource === "refresh token" || write.resource === "session") return some();
	const lines = described(entry, names);
	const [only] = lines;
	const count = lines.length + entry.moreChanges;
	if (count > 1 || only === undefined) return `${count.toLocaleString("en")} changes`;
	return only.charAt(0).toLowerCase() + only.slice(1);
}

function inShort(words: string[], more: number): string {
	const count = words.length + more;
	return someOf(words, { max: count - SHOWN_MAX > 1 ? SHOWN_MAX : count, count });
}

function isSigned(change: string): boolean {
	return /^[+~-]/.test(change);
}

const signs: Record<string, string> = { "+": "+\u00a0", "-": "−\u00a0", "~": "changed " };

function signed(change: string, label: (name: string) => string = (name) => name): string {
	const sign = signs[change.charAt(0)];
	return sign ? sign + label(change.slice(1)) : label(change);
}
