import type { ChangeLine } from "../change-line";

/** As they are shown: "Changed the name: “A” → “B”". */
export function linesInWords(lines: readonly ChangeLine[] | undefined): string[] | undefined {
	return lines?.map(({ what, values }) => (values ? `${what}: ${values}` : what));
}
