import { NameText } from "@/components/ui/name";
import type { StoredValue } from "@/lib/contract/metadata";
import { isNotText, textOf } from "./metadata-rows";

/** A key or value as text: line breaks stay, its writing direction is isolated, empty is `""`. What is no text is its JSON. */
export function ShownText({ text }: { text: StoredValue }) {
	return (
		<>
			<bdi className="rounded bg-sunken px-1 font-mono text-[0.95em] text-ink whitespace-pre-wrap">
				{text === "" ? '""' : <NameText text={textOf(text)} />}
			</bdi>
			{isNotText(text) ? " (not text)" : null}
		</>
	);
}
