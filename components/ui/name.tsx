import { Badge } from "./badge";
import { invisibleInWords } from "./invisible-characters";

type NameProps = { text: string; className?: string | undefined; title?: string | undefined };

/** A name of whatever script, and a mark where it looks like another one. */
export function Name({ text, className, title }: NameProps) {
	const name = (
		<bdi className={className} title={title}>
			{text}
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
