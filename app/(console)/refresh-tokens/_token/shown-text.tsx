import { classNames } from "@/components/ui/class-names";

type ShownTextProps = {
	text: string;
	/** In one line, whatever it holds. */
	isShort?: boolean;
};

/** A key or a value as text, whatever it holds: line breaks stay, its direction touches nothing else, empty is `""`. */
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
