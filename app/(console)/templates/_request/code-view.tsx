import { Scroller } from "@/components/ui/scroller";
import { codeTokens } from "./code-tokens";

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
