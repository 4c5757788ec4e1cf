/** Tags of the Distinguished Encoding Rules (ITU-T X.690) that a certificate is written with. */
export const TAG = {
	...{
		integer: 0x02,
		bits: 0x03,
		nothing: 0x05,
		identifier: 0x06,
		text: 0x0c,
		shortTime: 0x17,
		time: 0x18,
		sequence: 0x30,
		set: 0x31,
	},
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
