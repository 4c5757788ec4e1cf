import { type Content, type Editor, type Fields, fieldOfPart } from "./editor";
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
	const changed = new Set(editor.changes(before, after).map(({ part }) => fieldOfPart(part)));
	if (changed.size === 0) return null;
	let whole: Record<string, unknown> = { ...resource };
	const roots = new Set<string>();
	for (const name of editor.stored) {
		const { codec }: F[string] = editor.fields[name];
		const { wire, write } = codec;
		if (wire === "" || !changed.has(name)) continue;
		whole = withPath(whole, wire, write(after[name], atPath(whole, wire))) ?? {};
		roots.add(wire.split(".")[0] ?? "");
	}
	return Object.fromEntries([...roots].map((root) => [root, Object.hasOwn(whole, root) ? whole[root] : {}]));
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
export function atPath(object: unknown, path: string): unknown {
	const [name = "", ...rest] = path.split(".");
	const value = isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
	return rest.length === 0 ? value : atPath(value, rest.join("."));
}

/** The object with another value at a path; undefined removes it, and what is empty then. */
export function withPath(object: unknown, path: string, value: unknown): Record<string, unknown> | undefined {
	const [name = "", ...rest] = path.split(".");
	const { [name]: old, ...others } = isRecord(object) ? object : {};
	const next = rest.length === 0 ? value : withPath(old, rest.join("."), value);
	const whole = next === undefined ? others : { ...others, [name]: next };
	return Object.keys(whole).length > 0 ? whole : undefined;
}
