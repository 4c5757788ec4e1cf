import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { FileSync } from "./file-sync";

const CHUNK_BYTES = 1024 * 1024;

/**
 * Opens the write-ahead log of a SQLite file for syncs. Its present content is on disk when this returns: a sync that
 * failed in an earlier process leaves pages that the system regards as written, and that no later sync would write. So
 * each byte is written once more.
 * @throws the system's error: the file must not be used then
 */
export async function openLog(database: DatabaseSync, file: string): Promise<FileSync> {
	// Creates the log where there is none, and prevents other processes from writing to it meanwhile.
	database.exec("begin immediate");
	try {
		const handle = await open(/*turbopackIgnore: true*/ `${file}-wal`, "r+");
		try {
			await writeAgain(handle);
			await handle.datasync();
			await syncFolder(path.dirname(file));
			return new FileSync(handle);
		} catch (error) {
			await handle.close();
			throw error;
		}
	} finally {
		database.exec("rollback");
	}
}

async function writeAgain(handle: FileHandle): Promise<void> {
	const chunk = Buffer.alloc(CHUNK_BYTES);
	for (let position = 0; ; ) {
		const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
		if (bytesRead === 0) return;
		await handle.write(chunk, 0, bytesRead, position);
		position += bytesRead;
	}
}

/** Errors of Windows where a folder is opened or synced, for which it has no call. */
const NO_SYNC_OF_FOLDERS: ReadonlySet<unknown> = new Set(["EPERM", "EACCES", "EISDIR"]);

/** The entries of the files are part of their folder, which is synced separately. Windows writes it by itself. */
async function syncFolder(folder: string): Promise<void> {
	try {
		const handle = await open(/*turbopackIgnore: true*/ folder, "r");
		await handle.sync().finally(() => handle.close());
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (process.platform !== "win32" || !NO_SYNC_OF_FOLDERS.has(code)) throw error;
	}
}
