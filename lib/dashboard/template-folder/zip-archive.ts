import "server-only";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { ZipFile as NewZipFile } from "yazl";
import { FolderEntries, FolderRefusal, type ReadFolder, requireEntries, shown } from "./folder-entries";

/** The type of a file in the upper half of its attributes, where a Unix system made the archive. */
const FILE_TYPE = 0o170000;
const LINK = 0o120000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];

const UNREADABLE = "This is not a zip archive, or it is damaged.";

/**
 * Reads an archive of template files in memory. Sizes are checked as the archive declares them and as they are.
 * @throws FolderRefusal
 */
export async function readZip(bytes: Buffer): Promise<ReadFolder> {
	// Names are checked here, so that a refusal says which one and why.
	const zip = await fromBufferPromise(bytes, { decodeStrings: false }).catch(() => {
		throw new FolderRefusal(UNREADABLE);
	});
	requireEntries(zip.entryCount - 1);
	const entries = new FolderEntries();
	try {
		for await (const entry of zip.eachEntry()) await readEntry(zip, entry, entries);
	} catch (error) {
		if (error instanceof FolderRefusal) throw error;
		throw new FolderRefusal(UNREADABLE);
	}
	return entries.folder();
}

async function readEntry(zip: ZipFile, entry: Entry, entries: FolderEntries): Promise<void> {
	const path = nameOf(entry);
	const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
	if (type === LINK) throw new FolderRefusal(`${shown(path)} is a link.`);
	if (!PLAIN_TYPES.includes(type)) throw new FolderRefusal(`${shown(path)} is neither a file nor a folder.`);
	if (!entries.admit(path, entry.uncompressedSize)) return;
	if (entry.isEncrypted()) throw new FolderRefusal(`${shown(path)} is encrypted.`);
	if (!entry.canDecodeFileData())
		throw new FolderRefusal(`${shown(path)} is compressed in a way that is not read here.`);
	try {
		// It fails at the first byte beyond the declared size.
		const bytes = await buffer(await zip.openReadStreamPromise(entry));
		if (crc32(bytes) !== entry.crc32) throw new Error("the checksum is of other bytes");
		entries.add(path, bytes);
	} catch (error) {
		if (error instanceof FolderRefusal) throw error;
		throw new FolderRefusal(`${shown(path)} is damaged, or not as large as the archive says.`);
	}
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
	return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

/** An archive of files by their names, as a stream. */
export function zipOf(files: ReadonlyMap<string, Buffer>, mtime: Date): ReadableStream<Uint8Array> {
	const zip = new NewZipFile();
	for (const [name, bytes] of files) zip.addBuffer(bytes, name, { mtime, mode: 0o100644 });
	zip.end();
	return Readable.toWeb(Readable.from(zip.outputStream)) as ReadableStream<Uint8Array>;
}
