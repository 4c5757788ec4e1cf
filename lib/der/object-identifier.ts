import { DerFault } from "./read-der";

/** UUIDs are the largest numbers in use (ITU-T X.667). */
const NUMBER_BITS_MAX = 128n;

/**
 * The content of an object identifier in dotted decimals (ITU-T X.690, 8.19), as it is written in standards.
 * @throws DerFault
 */
export function dottedIdentifier(content: Uint8Array): string {
	const numbers: bigint[] = [];
	let number: bigint | null = null;
	for (const byte of content) {
		if (number === null && byte === 0x80) throw new DerFault("An object identifier has a number that is padded.");
		number = (number ?? 0n) * 128n + BigInt(byte & 0x7f);
		if (number >> NUMBER_BITS_MAX) throw new DerFault("An object identifier has a number of more than 128 bits.");
		if (byte < 0x80) {
			numbers.push(number);
			number = null;
		}
	}
	const [first, ...others] = numbers;
	if (first === undefined || number !== null) throw new DerFault("An object identifier ends too early.");
	const top = first < 80n ? first / 40n : 2n;
	return [top, first - top * 40n, ...others].join(".");
}
