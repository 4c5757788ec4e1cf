import type { IncomingMessage } from "node:http";

/** As the build names its actions. Next itself answers a name of this form that the build hasn't: it is another build's. */
const ACTION_ID = /^[0-9a-f]{42}$/;
/** Above what any page sends, below what React refuses. */
const ARGUMENTS_MAX = 100;
const DEPTH_MAX = 100;
const WEIGHT_MAX = 500_000;

/** A part of the arguments that is there already: `$0:1:saved` is the member `saved` of the second argument. */
const REFERENCE = /^\$([0-9a-f]+):(.+)$/;
/** The form of an action, nothing (`undefined`), and text that begins with a dollar itself. */
const WRITTEN_BY_REACT = /^\$(K[0-9a-f]+$|undefined$|\$)/;

class Unreadable extends Error {}

/**
 * Whether the body of a POST is what its type says, and where it calls an action, what React in the pages of this console
 * writes. What else React could write (streams, promises, files, maps), or what leads nowhere, Next would answer with 500
 * and a stack in the log.
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

/** A form that was sent without scripts names its action in a field, and in two more what the action is bound to. */
function requireActionOfForm(form: FormData): void {
	for (const name of form.keys()) {
		const [, kind, rest = ""] = /^\$ACTION_(ID|REF)_(.*)$/.exec(name) ?? [];
		if (kind === "ID") requireThat(ACTION_ID.test(rest));
		if (kind !== "REF") continue;
		requireThat(/^\d+$/.test(rest));
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

/** @param row under which the arguments are sent, which references begin with */
function requireArguments(values: unknown, row: number): void {
	requireThat(Array.isArray(values) && values.length <= ARGUMENTS_MAX);
	/** Undefined while it is looked at: what leads back to it would go round in circles. */
	const weights = new Map<object, number | undefined>();
	weigh(values, 0);

	/** How much React counts for a value: places of lists and dollars, once more for each reference to them. */
	function weigh(value: unknown, depth: number): number {
		requireThat(depth <= DEPTH_MAX);
		if (typeof value === "string" && value.startsWith("$")) return weighText(value, depth);
		if (typeof value !== "object" || value === null) return 0;
		const known = weights.get(value);
		if (known !== undefined) return known;
		requireThat(!weights.has(value));
		weights.set(value, undefined);
		let weight = Array.isArray(value) ? value.length + 1 : 0;
		for (const member of Object.values(value)) weight += weigh(member, depth + 1);
		requireThat(weight <= WEIGHT_MAX);
		weights.set(value, weight);
		return weight;
	}

	function weighText(text: string, depth: number): number {
		if (WRITTEN_BY_REACT.test(text)) return text.length;
		const [, id = "", path = ""] = REFERENCE.exec(text) ?? [];
		requireThat(Number.parseInt(id, 16) === row);
		let target: unknown = values;
		for (const name of path.split(":")) {
			requireThat(typeof target === "object" && target !== null && Object.hasOwn(target, name) && name !== "__proto__");
			target = (target as Record<string, unknown>)[name];
		}
		requireThat(typeof target === "object" && target !== null);
		return weigh(target, depth + 1);
	}
}

function requireThat(condition: boolean): asserts condition {
	if (!condition) throw new Unreadable();
}
