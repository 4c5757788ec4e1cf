import { Scroller } from "./scroller";

/** A text of JSON, or one that holds JSON, in colours. */
export function CodeView({ label, text }: { label: string; text: string }) {
	return (
		<Scroller label={label} className="code">
			<pre>
				{codeTokens(text).map(({ text: piece, kind }, index) =>
					kind === null ? (
						piece
					) : (
						// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing but their places.
						<span key={index} className={kind}>
							{piece}
						</span>
					),
				)}
			</pre>
		</Scroller>
	);
}

/** A piece of a text of JSON, or of one that holds JSON. `kind` is null for marks, spaces and all else. */
export type CodeToken = { text: string; kind: "key" | "string" | "literal" | null };

const TOKEN = /("(?:[^"\\\n]|\\.)*")(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

/** Splits a text for colouring. The pieces joined are the text itself, whatever it is. */
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
