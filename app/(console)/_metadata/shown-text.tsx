import { classNames } from "@/components/ui/class-names";

type ShownTextProps = {
	text: string;
	/** In one line, without line breaks. */
	isShort?: boolean;
};

/** A key or value as text: line breaks stay, its writing direction is isolated, empty is `""`. */
export function ShownText({ text, isShort = false }: ShownTextProps) {
	return (
		<bdi
			className={classNames(
				"rounded bg-sunken px-1 font-mono text-[0.95em] text-ink",
				isShort ? "whitespace-nowrap" : "whitespace-pre-wrap",
			)}
		>
			{text === "" ? '""' : text}
		</bdi>
	);
}
