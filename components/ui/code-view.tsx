import { Scroller } from "./scroller";

/** The shortest elements: a long text has hundreds of them. */
const elements = { key: "b", string: "i", literal: "u" } as const;

type CodeViewProps = {
	label: string;
	text: string;
	/** Keys that are marked as such, by `data-of`. */
	of?: ReadonlySet<string>;
};

/** JSON, or a text that contains JSON, with syntax colours. */
export function CodeView({ label, text, of }: CodeViewProps) {
	return (
		<Scroller label={label} className="code">
			<pre>
				{codeTokens(text).map(({ text: piece, kind }, index) => {
					if (kind === null) return piece;
					const Piece = elements[kind];
					const key = kind === "key" ? piece.slice(1, -1) : "";
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are identified by their places alone.
						<Piece key={index} data-of={of?.has(key) ? key : undefined}>
							{piece}
						</Piece>
					);
				})}
			</pre>
		</Scroller>
	);
}

/** A token of JSON, or of a text that contains JSON. `kind` is null for punctuation, whitespace and other text. */
export type CodeToken = { text: string; kind: "key" | "string" | "literal" | null };

const TOKEN =
	/("[^"\\\n]*(?:\\.[^"\\\n]*)*(?:"|\\?$))(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/gm;

/** Splits a text for syntax colours. The joined tokens are the text itself. */
export function codeTokens(text: string): CodeToken[] {
	const tokens: CodeToken[] = [];
	let end = 0;
	for (const match of text.matchAll(TOKEN)) {
		const [found, quoted, colon] = match;
		if (match.index > end) tokens.push({ text: text.slice(end, match.index), kind: null });
		tokens.push({ text: found, kind: quoted === undefined ? "literal" : colon === undefined ? "string" : "key" });
		end = match.index + found.length;
	}
	if (end < text.length) tokens.push({ text: text.slice(end), kind: null });
	return tokens;
}
