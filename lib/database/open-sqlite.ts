import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { retried } from "./in-transaction";
import { SqliteFile } from "./sqlite-dialect";

/** While another process writes. */
const LOCK_WITHIN_MILLISECONDS = 5_000;

/**
 * Opens a SQLite file, which is created with its folder where it is missing. Each commit is on disk before it is
 * acknowledged, and all that earlier processes left is on disk when this returns. It is closed with the process at the latest.
 * @throws the system's or SQLite's error: the file must not be used then
 */
export async function openSqlite(file: string): Promise<SqliteFile> {
	mkdirSync(/*turbopackIgnore: true*/ path.dirname(file), { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(file, { timeout: LOCK_WITHIN_MILLISECONDS });
	const opened = new SqliteFile(database);
	if (openFiles.size === 0) process.once("exit", closeFiles);
	openFiles.add(opened);
	try {
		// Where several processes open a new file, one changes its mode; the others are refused at once, without a wait.
		const mode = await retried(async () => database.prepare("pragma journal_mode = WAL").get(), "locked");
		if (mode?.journal_mode !== "wal") throw new Error(`SQLite cannot keep a write-ahead log beside ${file}.`);
		// `SqliteFile` moves the log to the database itself. What was deleted is overwritten in the pages that are written
		// anyway: no encrypted text outlives its row.
		database.exec("pragma synchronous = FULL; pragma wal_autocheckpoint = 0; pragma secure_delete = FAST");
		await syncLog(database, file);
	} catch (error) {
		opened.failure = error;
		throw error;
	}
	return opened;
}

/**
 * The present content of the log is on disk when this returns: a sync that failed in an earlier process leaves pages that
 * the system regards as written, and that no later sync would write. So each byte is written once more.
 */
async function syncLog(database: DatabaseSync, file: string): Promise<void> {
	const log = `${file}-wal`;
	// Creates the log where there is none, and prevents other processes from writing to it meanwhile.
	database.exec("begin immediate");
	try {
		const again = createWriteStream(/*turbopackIgnore: true*/ log, { flags: "r+", flush: true });
		await pipeline(createReadStream(/*turbopackIgnore: true*/ log), again);
		await syncFolder(path.dirname(file));
	} finally {
		database.exec("rollback");
	}
}

/** The entries of the files are part of their folder. Windows writes them by itself, and has no call for that. */
async function syncFolder(folder: string): Promise<void> {
	if (process.platform === "win32") return;
	const handle = await open(/*turbopackIgnore: true*/ folder, "r");
	await handle.sync().finally(() => handle.close());
}

const openFiles = new Set<SqliteFile>();

/** No earlier than at the exit, because requests finish before. */
function closeFiles(): void {
	const areClosed = [...openFiles].map((file) => file.close());
	// Node would close what is left open, unless the process ends here.
	if (areClosed.includes(false)) process.exit();
}
