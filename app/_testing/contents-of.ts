import fc from "fast-check";
import type { Content, Editor, Fields } from "@/app/_editor/editor";
import type { Options } from "@/app/_editor/kinds/kind";

const texts = ["https://a.example/", "https://b.example/"];

/**
 * Contents of few values, so that two of them often have something in common.
 * @param own the values of fields that need some of their own: others are texts, addresses, flags, or one of their options
 */
export function contentsOf<F extends Fields>(
	editor: Editor<F>,
	own: { [Name in keyof Content<F>]?: fc.Arbitrary<Content<F>[Name]> },
): fc.Arbitrary<Content<F>> {
	const usual = Object.entries(editor.defaults).map(([name, nothing]) => [
		name,
		usualValues(editor.fields[name]?.input.options, nothing),
	]);
	return fc.record({ ...Object.fromEntries(usual), ...own }) as fc.Arbitrary<Content<F>>;
}

function usualValues(options: Options | undefined, nothing: unknown): fc.Arbitrary<unknown> {
	if (typeof nothing === "boolean") return fc.boolean();
	if (options) return fc.constantFrom(nothing, ...options.map(([value]) => value));
	return nothing === "" ? fc.constantFrom("", ...texts) : fc.constant(nothing);
}
