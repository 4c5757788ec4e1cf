import type { FileHandle } from "node:fs/promises";

/**
 * Gets a file onto the disk while the process goes on. Who asks while that is under way shares the next one, because
 * the one under way may have begun too early. Once it has failed nothing more is known of the file: the system may take
 * for written what is not, and says so of every later attempt.
 */
export class FileSync {
	readonly #handle: Pick<FileHandle, "datasync" | "close">;
	#underWay: Promise<void> = Promise.resolve();
	#next: Promise<void> | null = null;
	#failure: Error | null = null;

	constructor(handle: Pick<FileHandle, "datasync" | "close">) {
		this.#handle = handle;
	}

	/** Why the file can't be relied on any more; null as long as it can. */
	get failure(): Error | null {
		return this.#failure;
	}

	/**
	 * Resolves when everything that the file holds at this moment is on disk.
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

	/** For whoever learns in another way that the file did not get onto the disk. */
	fail(error: Error): void {
		this.#failure ??= error;
	}

	/** Waits for what is under way, and lets go of the file. */
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
