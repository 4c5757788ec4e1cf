/**
 * The keys that stand twice in one object of a JSON text. `JSON.parse` keeps the last value and forgets the others
 * without a word, so saving such an object again would lose data unseen. The text has to be valid JSON.
 */
export function duplicateKeys(text: string): string[] {
	const open: (Set<string> | null)[] = [];
	const found = new Set<string>();
	for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}[\]]/g)) {
		if (token === "{") open.push(new Set());
		else if (token === "[") open.push(null);
		else if (token === "}" || token === "]") open.pop();
		else if (token.endsWith(":")) {
			const key: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
			const keys = open.at(-1);
			if (keys?.has(key)) found.add(key);
			keys?.add(key);
		}
	}
	return [...found];
}
