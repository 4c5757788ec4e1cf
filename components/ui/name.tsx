import { Badge } from "./badge";
import { invisibleInWords } from "./invisible-characters";

type NameProps = { text: string; className?: string | undefined; title?: string | undefined };

/** A name of whatever script, and a mark where it looks like another one. */
export function Name({ text, className, title }: NameProps) {
	return (
		<>
			<bdi className={className} title={title}>
				{text}
			</bdi>
			<InvisibleMark text={text} />
		</>
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
