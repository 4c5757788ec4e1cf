import type { IncomingMessage } from "node:http";

/** As the build names its actions. Next handles a name of another build; to a name of any other form it responds 500. */
const ACTION_ID = /^[0-9a-f]{42}$/;
/** Above what any page sends, below what React can read: 1,000 arguments, the depth of its stack. */
const ARGUMENTS_MAX = 100;
const DEPTH_MAX = 100;
/** As React counts it: values, and characters of text, once more for each reference to them. */
const SIZE_MAX = 1_000_000;

const ACTION_FIELD = /^\$ACTION_(ID|REF)_(.*)$/s;
const ACTIONS_OF_FORM_MAX = 2;

/** A reference to another part of the arguments: `$0:1:saved` is the member `saved` of the second argument. */
const REFERENCE = /^\$([0-9a-f]+):(.+)$/;
/** The form of an action, `undefined`, and text that begins with a dollar itself. */
const WRITTEN_BY_REACT = /^\$(K[0-9a-f]+$|undefined$|\$)/;

class Unreadable extends Error {}

/**
 * Whether the body of a POST matches its type and, if it calls an action, holds what React writes in the pages of this
 * console. To what else React could write (streams, promises, files, maps), and to references to nothing, Next would
 * respond 500, with a stack in the log.
 */
export async function isReadable({ headers }: IncomingMessage, bytes: Buffer<ArrayBuffer>): Promise<boolean> {
	const type = headers["content-type"] ?? "";
	const action = headers["next-action"];
	try {
		if (action !== undefined && !ACTION_ID.test(String(action))) return false;
		if (!/^\s*multipart\/form-data/i.test(type)) {
			if (action !== undefined) requireArguments(JSON.parse(bytes.toString()), 0);
			return true;
		}
		const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
		if (action === undefined) requireActionOfForm(form);
		else requireArguments(parsed(form, "0"), 0);
		return true;
	} catch {
		return false;
	}
}

/**
 * A form sent without scripts names its action in one field, and the arguments bound to the action in two more. The pressed
 * button may name another action; Next reads the arguments anew for each name.
 */
function requireActionOfForm(form: FormData): void {
	const names = [...form.keys()].filter((name) => ACTION_FIELD.test(name));
	requireThat(names.length <= ACTIONS_OF_FORM_MAX);
	for (const name of names) {
		const [, kind, rest = ""] = ACTION_FIELD.exec(name) ?? [];
		if (kind === "ID") requireThat(ACTION_ID.test(rest));
		if (kind !== "REF") continue;
		const action = parsed(form, `$ACTION_${rest}:0`);
		requireThat(typeof action === "object" && action !== null && Object.keys(action).sort().join() === "bound,id");
		const { id, bound } = action as Record<string, unknown>;
		requireThat(typeof id === "string" && ACTION_ID.test(id));
		if (bound === null) continue;
		requireThat(bound === "$@1");
		requireArguments(parsed(form, `$ACTION_${rest}:1`), 1);
	}
}

function parsed(form: FormData, name: string): unknown {
	return JSON.parse(String(form.get(name)));
}

/** @param row number under which the arguments are sent; references begin with it */
function requireArguments(values: unknown, row: number): void {
	requireThat(Array.isArray(values) && values.length <= ARGUMENTS_MAX);
	let size = 0;
	visit(values, 0);

	/** Follows references, as React does. */
	function visit(value: unknown, depth: number): void {
		size += typeof value === "string" ? value.length + 1 : 1;
		requireThat(depth <= DEPTH_MAX && size <= SIZE_MAX);
		if (typeof value === "string") {
			if (value.startsWith("$") && !WRITTEN_BY_REACT.test(value)) visit(referenced(value), depth + 1);
		} else if (typeof value === "object" && value !== null) {
			for (const member of Object.values(value)) visit(member, depth + 1);
		}
	}

	function referenced(text: string): object {
		const [, id = "", path = ""] = REFERENCE.exec(text) ?? [];
		requireThat(Number.parseInt(id, 16) === row);
		let target: unknown = values;
		for (const name of path.split(":")) {
			requireThat(typeof target === "object" && target !== null && name !== "__proto__");
			target = (target as Record<string, unknown>)[name];
		}
		requireThat(typeof target === "object" && target !== null);
		return target;
	}
}

function requireThat(condition: boolean): asserts condition {
	if (!condition) throw new Unreadable();
}
