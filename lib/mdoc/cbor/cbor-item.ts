/** One data item of CBOR (RFC 8949), with the bytes it was read from: what is hashed and verified is never written anew. */
export type CborItem = CborContent & {
	/** The item as it was received, its head included. */
	raw: Uint8Array;
	/** Where it begins, in the bytes that were given first. */
	at: number;
};

export type CborEntry = readonly [key: CborItem, value: CborItem];

type CborContent =
	| { kind: "integer"; value: number | bigint }
	| { kind: "bytes"; value: Uint8Array /** Where the content begins. */; contentAt: number }
	| { kind: "text"; value: string }
	| { kind: "array"; items: readonly CborItem[] }
	| { kind: "map"; entries: readonly CborEntry[] }
	| { kind: "tag"; tag: number | bigint; item: CborItem }
	| { kind: "float"; value: number }
	| { kind: "simple"; value: boolean | null | undefined | number };

export type CborKind = CborItem["kind"];
export type CborOf<Kind extends CborKind> = Extract<CborItem, { kind: Kind }>;
