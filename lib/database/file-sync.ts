import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";

/**
 * Gets a file onto the disk while the process goes on. Who asks while that is under way shares the next one, because
 * the one under way may have begun too early.
 */
export class FileSync {
	readonly #file: string;
	#handle: FileHandle | null = null;
	#underWay: Promise<void> = Promise.resolve();
	#next: Promise<void> | null = null;

	constructor(file: string) {
		this.#file = file;
	}

	/**
	 * Resolves when everything that the file holds at this moment is on disk.
	 * @throws the system's error (EIO, ENOSPC): what is on disk is not known then
	 */
	wait(): Promise<void> {
		this.#next ??= this.#settled().then(() => {
			this.#next = null;
			this.#underWay = this.#sync();
			return this.#underWay;
		});
		return this.#next;
	}

	/** Waits for what is under way, and lets go of the file. */
	async close(): Promise<void> {
		await this.#next?.catch(() => {});
		await this.#settled();
		await this.#handle?.close();
		this.#handle = null;
	}

	#settled(): Promise<void> {
		return this.#underWay.catch(() => {});
	}

	async #sync(): Promise<void> {
		this.#handle ??= await openDurably(this.#file);
		await this.#handle?.datasync();
	}
}

/** @returns null where there is no such file: nothing was written to it */
async function openDurably(file: string): Promise<FileHandle | null> {
	const handle = await open(/*turbopackIgnore: true*/ file, "r+").catch(nullIfMissing);
	if (!handle) return null;
	try {
		// That the file is there at all is written in its folder.
		const folder = await open(/*turbopackIgnore: true*/ path.dirname(file), "r");
		await folder.sync().finally(() => folder.close());
		return handle;
	} catch (error) {
		await handle.close();
		throw error;
	}
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
	if (error.code === "ENOENT") return null;
	throw error;
}
