import type { ChangeLine } from "@/app/_history/history-list";

/** As they are shown, before any is expanded. */
export function linesInWords(lines: readonly ChangeLine[] | undefined): string[] | undefined {
	return lines?.map(({ what }) => what);
}
