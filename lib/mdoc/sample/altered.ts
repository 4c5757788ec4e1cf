import { CborTag, type CborValue } from "../cbor/encode-cbor";

/** Another value of the same kind: what somebody would write into a licence who can't sign it. */
export function altered(value: CborValue): CborValue {
	if (typeof value === "boolean") return !value;
	if (typeof value === "number") return value + 1;
	if (typeof value === "string") return `${value}x`;
	if (value instanceof Uint8Array) return Buffer.concat([value, Buffer.from([0])]);
	if (value instanceof CborTag && typeof value.value === "string") return new CborTag(value.tag, later(value.value));
	return Array.isArray(value) ? value.slice(1) : null;
}

/** A date ten years later. */
function later(date: string): string {
	return `${Number(date.slice(0, 4)) + 10}${date.slice(4)}`;
}
