import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
	name: string;
	text?: string;
	/** Declared uncompressed size, where it is a lie. */
	size?: number;
	/** Declared checksum, where it is of other bytes. */
	checksum?: number;
	/** General purpose bits: 1 is encrypted, 0x800 a name in UTF-8. */
	flags?: number;
	/** Compression method, where it is not deflate. */
	method?: number;
	/** Mode and type of a Unix file. */
	mode?: number;
};

/** An archive as no well-behaved program writes it. */
export function zipWith(entries: readonly ZipEntry[]): Buffer {
	const locals: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const { name, text = "{}", size, checksum, flags = 0x800, method = 8, mode = 0o100644 } of entries) {
		const content = Buffer.from(text);
		const packed = deflateRawSync(content);
		const label = Buffer.from(name);
		const sizes = Buffer.alloc(26);
		for (const [at, value] of [
			[0, 20],
			[2, flags],
			[4, method],
			[22, label.length],
		] as const)
			sizes.writeUInt16LE(value, at);
		for (const [at, value] of [
			[10, checksum ?? crc32(content)],
			[14, packed.length],
			[18, size ?? content.length],
		] as const)
			sizes.writeUInt32LE(value, at);
		const local = Buffer.concat([Buffer.from("PK\x03\x04"), sizes, label, packed]);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE((mode << 16) >>> 0, 6);
		rest.writeUInt32LE(offset, 10);
		central.push(Buffer.concat([Buffer.from("PK\x01\x02\x1e\x03"), sizes, rest, label]));
		locals.push(local);
		offset += local.length;
	}
	const directory = Buffer.concat(central);
	const end = Buffer.alloc(18);
	for (const at of [4, 6]) end.writeUInt16LE(entries.length, at);
	end.writeUInt32LE(directory.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}
