/** Tags of the Distinguished Encoding Rules (ITU-T X.690) that a certificate is written with. */
export const TAG = {
	truth: 0x01,
	integer: 0x02,
	bits: 0x03,
	bytes: 0x04,
	nothing: 0x05,
	identifier: 0x06,
	text: 0x0c,
	printable: 0x13,
	ascii: 0x16,
	shortTime: 0x17,
	time: 0x18,
	sequence: 0x30,
	set: 0x31,
	/** `[0]` around a value. */
	context: 0xa0,
} as const;

/** Tag, length, content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
	const content = Buffer.concat(parts);
	return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
	if (length < 0x80) return [length];
	const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? (length > 0xffff ? 6 : 4) : 2, "0"), "hex");
	return [0x80 | bytes.length, ...bytes];
}

/** An object identifier as its hexadecimal content. */
export function identifier(hexadecimal: string): Buffer {
	return der(TAG.identifier, Buffer.from(hexadecimal, "hex"));
}

/** Bytes as PEM (RFC 7468). */
export function pem(label: string, bytes: Uint8Array): string {
	const lines =
		Buffer.from(bytes)
			.toString("base64")
			.match(/.{1,64}/g) ?? [];
	return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** A whole number from its bytes, above zero: the shortest form, and never one that reads as negative. */
export function positiveInteger(bytes: Uint8Array): Buffer {
	const first = bytes.findIndex((byte) => byte !== 0);
	const digits = first < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first));
	return der(TAG.integer, (digits[0] ?? 0) > 0x7f ? Buffer.from([0]) : Buffer.alloc(0), digits);
}

/** RFC 5280 section 4.1.2.5: until 2049 with two digits of the year, later with four. */
export function derTime(moment: Date): Buffer {
	const text = `${moment.toISOString().replace(/[-:T]|\.\d+Z/g, "")}Z`;
	return moment.getUTCFullYear() < 2050
		? der(TAG.shortTime, Buffer.from(text.slice(2)))
		: der(TAG.time, Buffer.from(text));
}
