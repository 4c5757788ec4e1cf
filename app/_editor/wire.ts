import type { Content, Editor, Fields } from "./editor";
import { isRecord } from "./kinds/kind";

// Maps between an editor's content and the interface's properties, by the path of each kind.

/** The edited content of a response of the service. */
export function contentOfResponse<F extends Fields>({ fields, stored }: Editor<F>, response: unknown): Content<F> {
	const entries = stored.map((name) => {
		const { codec }: F[string] = fields[name];
		return [name, codec.wire === "" ? codec.default : codec.read(atPath(response, codec.wire))];
	});
	return Object.fromEntries(entries) as Content<F>;
}

/**
 * Body of the request that changes one content into another: only what changed, each property of the interface whole, with
 * what else is stored in it. Null: there is nothing to send.
 * @param resource the resource as the service stores it
 */
export function requestOfChanges<F extends Fields>(
	editor: Editor<F>,
	before: Content<F>,
	after: Content<F>,
	resource: object,
): Record<string, unknown> | null {
	const changed = editor.changedFields(before, after);
	if (changed.length === 0) return null;
	const whole = withFields(editor, changed, after, resource);
	const paths = changed.map((name) => editor.fields[name]?.codec.wire ?? "");
	const roots = new Set(paths.filter((wire) => wire !== "").map((wire) => wire.split(".")[0] ?? ""));
	return Object.fromEntries([...roots].map((root) => [root, Object.hasOwn(whole, root) ? whole[root] : {}]));
}

/** An object with some fields at their paths, and with what else is in it; what is not set, and what is empty then, is left out. */
export function withFields<F extends Fields>(
	{ fields }: Editor<F>,
	names: readonly (keyof Content<F>)[],
	content: Content<F>,
	object: object,
): Record<string, unknown> {
	let whole: Record<string, unknown> = { ...object };
	for (const name of names) {
		const { codec }: F[string] = fields[name];
		const { wire, write } = codec;
		if (wire !== "") whole = withPath(whole, wire, write(content[name], atPath(whole, wire))) ?? {};
	}
	return whole;
}

/** The field that a path of the interface belongs to; null where it belongs to none. */
export function fieldAtPath<F extends Fields>({ fields, names }: Editor<F>, path: string): (keyof F & string) | null {
	const within = names.filter((name) => {
		const { wire, alsoAt } = (fields[name] as F[string]).codec;
		const isWithin = path === wire || path.startsWith(`${wire}.`) || wire.startsWith(`${path}.`);
		return alsoAt.includes(path) || (wire !== "" && isWithin);
	});
	return within.find((name) => !fields[name]?.codec.wire.startsWith(`${path}.`)) ?? within[0] ?? null;
}

/** The value at a path of an object, such as `options.signInEndpoint`; undefined where there is none. */
function atPath(object: unknown, path: string): unknown {
	const [name = "", ...rest] = path.split(".");
	const value = isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
	return rest.length === 0 ? value : atPath(value, rest.join("."));
}

/** The object with another value at a path; undefined removes it, and what is empty then. */
function withPath(object: unknown, path: string, value: unknown): Record<string, unknown> | undefined {
	const [name = "", ...rest] = path.split(".");
	const { [name]: old, ...others } = isRecord(object) ? object : {};
	const next = rest.length === 0 ? value : withPath(old, rest.join("."), value);
	const whole = next === undefined ? others : { ...others, [name]: next };
	return Object.keys(whole).length > 0 ? whole : undefined;
}
