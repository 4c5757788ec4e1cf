import { normalForm } from "@/lib/contract/limits";
import type { MetadataHolder } from "@/lib/dashboard/management/held-by-users";
import type { RowText } from "./metadata-rows";

/** Shorter words may legitimately differ in one letter: `device_ip` and `device_id`. */
const MISTYPED_WORD_LENGTH_MIN = 5;
const SUGGESTIONS_MAX = 8;

/** The metadata keys of the others, those of most of them first. */
export function keysInUse(holders: readonly Pick<MetadataHolder, "id" | "metadata">[], exceptId: string): string[] {
	const counts = new Map<string, number>();
	for (const { id, metadata } of holders) {
		if (id === exceptId) continue;
		for (const key of Object.keys(metadata ?? {})) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
}

/**
 * For each row the key in use that was probably meant: the same words in other case or with other separators, or with
 * one long word mistyped by one letter. Nothing for a key that is in use with the same spelling, nor for one that is
 * stored already: renaming that could break the programs that read it.
 */
export function nearMisses(rows: readonly RowText[], inUse: readonly string[]): (string | null)[] {
	const [known, shown] = [new Set(inUse), new Set(rows.map(({ key }) => key))];
	const left = inUse.filter((key) => !shown.has(key)).map((key) => ({ key, words: wordsOf(key) }));
	const bySpelling = new Map(left.toReversed().map((other) => [other.words.join(""), other]));
	return rows.map(({ key, original }) => {
		if (key === original?.[0] || known.has(key)) return null;
		const words = wordsOf(key);
		const alike = words.length > 0 ? bySpelling.get(words.join("")) : undefined;
		return (alike ?? left.find((other) => isMistyped(words, other.words)))?.key ?? null;
	});
}

/** The keys in use that no row has yet and that contain what is typed so far, in any spelling. */
export function suggestedKeys(rows: readonly RowText[], inUse: readonly string[], typed: string): string[] {
	const text = wordsOf(typed).join("");
	const shown = new Set(rows.map(({ key }) => key));
	return inUse.filter((key) => !shown.has(key) && wordsOf(key).join("").includes(text)).slice(0, SUGGESTIONS_MAX);
}

/** `deviceName`, `device_name` and `Device-Name` are the same two words. */
function wordsOf(key: string): string[] {
	const spaced = normalForm(key, "NFKC").replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2");
	return spaced
		.toLowerCase()
		.split(/[\s_.:/-]+/)
		.filter(Boolean);
}

function isMistyped(words: string[], others: string[]): boolean {
	if (words.length !== others.length) return false;
	const [one, ...more] = words.flatMap((word, index) => (word === others[index] ? [] : [[word, others[index] ?? ""]]));
	return one !== undefined && more.length === 0 && isOneLetterOff(one[0] ?? "", one[1] ?? "");
}

/** One letter missing, added or replaced, or two swapped. Digits are significant: `line1` and `line2` differ. */
function isOneLetterOff(one: string, other: string): boolean {
	const [a, b] = [[...one], [...other]];
	const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
	if (longer < MISTYPED_WORD_LENGTH_MIN) return false;
	let start = 0;
	while (start < shorter && a[start] === b[start]) start += 1;
	let end = 0;
	while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
	const [inOne, inOther] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
	const isSwapped = longer === shorter && inOne.length === 2 && inOne.join("") === inOther.toReversed().join("");
	return (isSwapped || longer - start - end === 1) && /^\p{L}+$/u.test([...inOne, ...inOther].join(""));
}
