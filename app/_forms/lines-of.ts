/** The lines of a text that say something, each once. */
export function linesOf(text: string): string[] {
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
	return [...new Set(lines.filter((line) => line !== ""))];
}
