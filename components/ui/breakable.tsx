/** Shorter ones have room in any line, except for addresses of IPv6. */
const LONG = 25;

/** An address or an ID, which may break between its parts: before none is it broken where the line has room for one. */
export function Breakable({ text }: { text: string }) {
	if (text.length < LONG && !text.includes(":")) return text;
	return (
		text
			.split(/(?<=[/?&:=|@,._-])(?![/?&:=|@,._-])/)
			// biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and their order is fixed.
			.flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : [part]))
	);
}
