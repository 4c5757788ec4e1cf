import { classNames } from "@/components/ui/class-names";
import type { StoredValue } from "@/lib/contract/metadata";
import { isNotText, textOf } from "./metadata-rows";

type ShownTextProps = {
	text: StoredValue;
	/** In one line, without line breaks. */
	isShort?: boolean;
};

/** A key or value as text: line breaks stay, its writing direction is isolated, empty is `""`. What is no text is its JSON. */
export function ShownText({ text, isShort = false }: ShownTextProps) {
	const shown = (
		<bdi
			className={classNames(
				"rounded bg-sunken px-1 font-mono text-[0.95em] text-ink",
				isShort ? "whitespace-nowrap" : "whitespace-pre-wrap",
			)}
		>
			{text === "" ? '""' : textOf(text)}
		</bdi>
	);
	return isNotText(text) && !isShort ? <>{shown} (not text)</> : shown;
}
