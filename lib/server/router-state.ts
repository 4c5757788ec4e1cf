/**
 * What Next's router says of itself in the header `Next-Router-State-Tree`: percent-encoded JSON, a tree of the segments
 * that the browser shows. Next 16.4 answers anything else with 500 and a stack in the log.
 */
type Check = (value: unknown) => boolean;

const LENGTH_MAX = 40_000;
const DYNAMIC = [
	"c",
	"ci(..)(..)",
	"ci(.)",
	"ci(..)",
	"ci(...)",
	"oc",
	"d",
	"di(..)(..)",
	"di(.)",
	"di(..)",
	"di(...)",
];
const REFETCH = ["refetch", "inside-shared-layout", "metadata-only"];

const isText: Check = (value) => typeof value === "string";
const isNone: Check = (value) => value === undefined || value === null;
const isTupleOf =
	(...parts: Check[]): Check =>
	(value) =>
		Array.isArray(value) && value.length <= parts.length && parts.every((isPart, index) => isPart(value[index]));

const isDynamicSegment = isTupleOf(
	isText,
	isText,
	(kind) => DYNAMIC.includes(String(kind)),
	(siblings) => siblings === null || (Array.isArray(siblings) && siblings.every(isText)),
);

const isTree: Check = isTupleOf(
	(segment) => isText(segment) || isDynamicSegment(segment),
	(children) =>
		typeof children === "object" &&
		children !== null &&
		!Array.isArray(children) &&
		Object.values(children).every(isTree),
	(address) => isNone(address) || isTupleOf(isText, isText)(address),
	(refetch) => isNone(refetch) || REFETCH.includes(String(refetch)),
	(hints) => isNone(hints) || typeof hints === "number",
	(search) => search === undefined || isText(search),
);

/** @param header may be missing */
export function isRouterState(header: string | string[] | undefined): boolean {
	if (header === undefined) return true;
	if (typeof header !== "string" || header.length > LENGTH_MAX) return false;
	try {
		return isTree(JSON.parse(decodeURIComponent(header)));
	} catch {
		return false;
	}
}
