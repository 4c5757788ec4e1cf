import { Scroller } from "./scroller";

/** A text in code type that scrolls when it is long. @param label its name, unique on the page */
export function CodeBlock({ label, text }: { label: string; text: string }) {
	return (
		<Scroller label={label} className="max-h-96 overflow-auto rounded-md bg-sunken">
			<pre className="whitespace-pre-wrap p-3 text-xs">
				<code>{text}</code>
			</pre>
		</Scroller>
	);
}
