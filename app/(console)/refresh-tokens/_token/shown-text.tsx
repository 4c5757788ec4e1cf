/** A key or a value as text, whatever it holds: line breaks stay, its direction touches nothing else, empty is `""`. */
export function ShownText({ text }: { text: string }) {
	return (
		<bdi className="whitespace-pre-wrap rounded bg-sunken px-1 font-mono text-[0.9em] text-ink">
			{text === "" ? '""' : text}
		</bdi>
	);
}
