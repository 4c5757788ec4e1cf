import type { FileHandle } from "node:fs/promises";

/**
 * Syncs a file without blocking the process. A call during a sync joins the next one, because the current one may have
 * begun too early. After a failed sync the file can't be relied on: the system may regard unwritten pages as written, and
 * report success of every later sync.
 */
export class FileSync {
	readonly #handle: Pick<FileHandle, "datasync" | "close">;
	#underWay: Promise<void> = Promise.resolve();
	#next: Promise<void> | null = null;
	#failure: Error | null = null;

	constructor(handle: Pick<FileHandle, "datasync" | "close">) {
		this.#handle = handle;
	}

	/** Why the file can't be relied on; null while it can. */
	get failure(): Error | null {
		return this.#failure;
	}

	/**
	 * Resolves when the present content of the file is on disk.
	 * @throws the system's error (EIO, ENOSPC), of the first attempt that failed
	 */
	wait(): Promise<void> {
		this.#next ??= this.#settled().then(() => {
			this.#next = null;
			this.#underWay = this.#sync();
			return this.#underWay;
		});
		return this.#next;
	}

	/** Records a sync that failed elsewhere. */
	fail(error: Error): void {
		this.#failure ??= error;
	}

	/** Waits for syncs in progress, then closes the file. */
	async close(): Promise<void> {
		await this.#next?.catch(() => {});
		await this.#settled();
		await this.#handle.close();
	}

	#settled(): Promise<void> {
		return this.#underWay.catch(() => {});
	}

	async #sync(): Promise<void> {
		if (this.#failure) throw this.#failure;
		try {
			await this.#handle.datasync();
		} catch (error) {
			this.fail(error as Error);
		}
		if (this.#failure) throw this.#failure;
	}
}
