import { type CborItem, decodeCbor } from "../cbor/decode-cbor";
import { CborTag, type CborValue, encodeCbor, RawCbor } from "../cbor/encode-cbor";

/** Removes the entry. */
export const GONE = Symbol("gone");
/** Replaces the key of the entry. */
export class Renamed {
	readonly key: string;
	constructor(key: string) {
		this.key = key;
	}
}

type Change = (item: CborItem) => CborValue | typeof GONE | Renamed;

/**
 * CBOR with one value changed, and all else unchanged. The path has keys and indexes; embedded CBOR is decoded and encoded
 * again.
 */
export function rewriteCbor(bytes: Uint8Array, path: readonly (string | number)[], change: Change): Buffer {
	const value = rewritten(decodeCbor(bytes), path, change);
	if (value === GONE || value instanceof Renamed) throw new Error("The whole can't be taken away.");
	return encodeCbor(value);
}

/** An item as received, to be inserted elsewhere. */
export function received(item: CborItem): RawCbor {
	return new RawCbor(item.raw);
}

function rewritten(item: CborItem, path: readonly (string | number)[], change: Change): ReturnType<Change> {
	const [step, ...rest] = path;
	if (step === undefined) return change(item);
	if (item.kind === "tag") return new CborTag(Number(item.tag), whole(rewritten(item.item, path, change)));
	if (item.kind === "bytes") return encodeCbor(whole(rewritten(decodeCbor(item.value), path, change)));
	if (item.kind === "array") {
		return item.items.flatMap((each, index) => {
			const value = index === step ? rewritten(each, rest, change) : received(each);
			return value === GONE ? [] : [whole(value)];
		});
	}
	if (item.kind !== "map") throw new Error(`There is no ${step}.`);
	const entries = item.entries.flatMap(([key, held]): [string | number, CborValue][] => {
		const name = key.kind === "text" ? key.value : Number(key.kind === "integer" ? key.value : Number.NaN);
		const value = name === step ? rewritten(held, rest, change) : received(held);
		if (value === GONE) return [];
		return value instanceof Renamed ? [[value.key, received(held)]] : [[name, value]];
	});
	if (
		!entries.some(([name]) => name === step) &&
		rest.length === 0 &&
		!item.entries.some(([key]) => isKey(key, step))
	) {
		const value = change({ kind: "simple", value: undefined, raw: Buffer.from([0xf7]), at: 0 });
		return new Map([...entries, [step, whole(value)]]);
	}
	return new Map(entries);
}

function isKey(key: CborItem, step: string | number): boolean {
	return (key.kind === "text" || key.kind === "integer") && key.value === step;
}

function whole(value: ReturnType<Change>): CborValue {
	if (value === GONE || value instanceof Renamed) throw new Error("Only entries can be taken away or renamed.");
	return value;
}
