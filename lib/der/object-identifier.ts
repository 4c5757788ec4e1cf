/**
 * The content of an object identifier in dotted decimals (ITU-T X.690, 8.19), as it is written in standards.
 * Numbers too large to be exact do not occur in what is compared.
 */
export function dottedIdentifier(content: Uint8Array): string {
	const numbers: number[] = [];
	let number = 0;
	for (const byte of content) {
		number = number * 128 + (byte & 0x7f);
		if (byte < 0x80) {
			numbers.push(number);
			number = 0;
		}
	}
	const [first = 0, ...others] = numbers;
	const top = Math.min(2, Math.floor(first / 40));
	return [top, first - top * 40, ...others].join(".");
}
