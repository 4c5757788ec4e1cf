/** Length of a text as the specification counts it: in Unicode code points ("😀" is 1). */
export function textLength(text: string): number {
	let length = 0;
	for (const _ of text) length += 1;
	return length;
}
