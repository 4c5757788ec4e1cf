import { Badge } from "./badge";
import { BLANK_NAME, invisibleInWords, isBlank, partsOf } from "./invisible-characters";

type NameProps = { text: string; className?: string | undefined; title?: string | undefined };

/** A name of whatever script, and a mark where it looks like another one. */
export function Name({ text, ...rest }: NameProps) {
	const name = (
		<bdi {...rest}>
			<NameText text={text} />
		</bdi>
	);
	if (invisibleInWords(text) === null) return name;
	// One element, wherever the parts of its parent are laid out side by side.
	return (
		<span>
			{name}
			<InvisibleMark text={text} />
		</span>
	);
}

/** Of a name that is longer the beginning is shown where there is little room, until all of it is requested. */
const LONG = 150;

/** After an element with a name, and nothing where that is short: shows all of it. Styled in `small-parts.css`. */
export function ShowAll({ of }: { of: string }) {
	return of.length <= LONG ? null : (
		<details className="show-all">
			<summary className="link">Show all</summary>
		</details>
	);
}

/**
 * A text of others, in which each invisible character is followed by its code. Each is isolated, so that it affects the order
 * of no other character.
 */
export function NameText({ text }: { text: string }) {
	if (isBlank(text)) return BLANK_NAME;
	const parts = partsOf(text);
	if (parts.every(({ code }) => code === undefined)) return text;
	return parts.map((part, index) =>
		part.code === undefined ? (
			part.text
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and their order is fixed.
			<bdi key={index} className="invisible-character" data-code={part.code}>
				{part.text}
			</bdi>
		),
	);
}

/** Beside a name that holds invisible characters. */
export function InvisibleMark({ text }: { text: string }) {
	const words = invisibleInWords(text);
	return words === null ? null : (
		<span className="invisible-mark">
			{" "}
			<Badge tone="warning">{words}</Badge>
		</span>
	);
}
