import type { Body } from "./answer";

/** How the values of a list are searched. */
export type Fields = {
	/** Compared without regard to case; all others with. */
	withoutCase: readonly string[];
	/** In which a term without a field is looked for. */
	ofBareTerms: readonly string[];
};

type Condition = (body: Body) => boolean;

const VALUE = /"((?:\\.|[^"\\])*)"|([[{])([^\]}]*?) TO ([^\]}]*)[\]}]|((?:\\.|[^\s()\\"[\]{}:])+)/.source;
const PART = new RegExp(`\\s*(?:([()])|(AND|OR|NOT)(?=[\\s(])|(?:(\\w+):)?(?:${VALUE}))`, "gsuy");

/**
 * What a search in the vendor's subset of Lucene's syntax is true of: terms with their field or without, ranges, AND, OR, NOT
 * and parentheses. Null: the search is refused.
 */
export function searchOf(search: string, fields: Fields): Condition | null {
	if (search.trim() === "") return () => true;
	const parts = [...search.trim().matchAll(PART)];
	if (parts.map(([part]) => part).join("") !== search.trim()) return null;
	if (parts.some(([, , , , , , , , value]) => isTooOpen(value))) return null;
	let isWhole = true;
	function either(): Condition {
		const each = [both()];
		while (parts[0]?.[2] === "OR" && parts.shift()) each.push(both());
		return (body) => each.some((one) => one(body));
	}
	function both(): Condition {
		const each = [term()];
		while (parts[0]?.[2] === "AND" && parts.shift()) each.push(term());
		return (body) => each.every((one) => one(body));
	}
	function term(): Condition {
		const [, parenthesis, operator, field, exact, bound, from = "", to = "", value = ""] = parts.shift() ?? [];
		if (operator === "NOT") {
			const negated = term();
			return (body) => !negated(body);
		}
		if (parenthesis === "(") {
			const inside = either();
			isWhole &&= parts.shift()?.[1] === ")";
			return inside;
		}
		const names = field ? [field] : fields.ofBareTerms;
		if (bound) return (body) => names.some((name) => isWithin(body[name], from, to, bound === "["));
		const has = (stored: unknown, name: string) =>
			exact === undefined ? hasValue(stored, value, fields.withoutCase.includes(name)) : stored === unescaped(exact);
		return (body) => names.some((name) => has(body[name], name));
	}
	const whole = either();
	return isWhole && parts.length === 0 ? whole : null;
}

const unescaped = (text: string) => text.replace(/\\(.)/gsu, "$1");

/** Less than three characters follow a wildcard. */
function isTooOpen(value = ""): boolean {
	return value.startsWith("*") && Array.from(unescaped(value).replace(/^\*|\*$/g, "")).length < 3;
}

function isWithin(stored: unknown, from: string, to: string, isInclusive: boolean): boolean {
	if (typeof stored !== "string") return false;
	return isInclusive ? from <= stored && stored <= to : from < stored && stored < to;
}

function hasValue(stored: unknown, value: string, isWithoutCase: boolean): boolean {
	if (typeof stored !== "string") return false;
	const compared = (text: string) => (isWithoutCase ? text.toLowerCase() : text);
	const [, first, middle = "", last] = /^(\*?)(.*?)(\*?)$/s.exec(value) ?? [];
	const [whole, text] = [compared(stored), compared(unescaped(middle))];
	if (first) return last ? whole.includes(text) : whole.endsWith(text);
	return last ? whole.startsWith(text) : whole === text;
}
