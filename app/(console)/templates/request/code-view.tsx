import { codeTokens } from "./code-tokens";

/** A text of JSON, or one that holds JSON, in colours. It scrolls by itself, so it has a name and can have the focus. */
export function CodeView({ label, text }: { label: string; text: string }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
		<section aria-label={label} tabIndex={0} className="code">
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
		</section>
	);
}
