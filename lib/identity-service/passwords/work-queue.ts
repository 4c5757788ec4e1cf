/** More work waits already than is let wait. */
export class QueueFull extends Error {
	override name = "QueueFull";
}

/**
 * Runs few pieces of work at a time, the others in the order in which they came. It keeps nothing of a piece that is
 * over, and each runs in the asynchronous context of its own caller.
 */
export class WorkQueue {
	readonly #atOnceMax: number;
	readonly #waitingMax: number;
	#running = 0;
	readonly #waiting: (() => void)[] = [];

	constructor(limits: { atOnceMax: number; waitingMax: number }) {
		this.#atOnceMax = limits.atOnceMax;
		this.#waitingMax = limits.waitingMax;
	}

	/** @throws QueueFull at once, before any of the work; else what the work throws */
	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.#running < this.#atOnceMax) this.#running += 1;
		else await this.#turn();
		try {
			return await work();
		} finally {
			// The place goes to the next one, so that nobody who comes now is before it.
			const next = this.#waiting.shift();
			if (next) next();
			else this.#running -= 1;
		}
	}

	#turn(): Promise<void> {
		if (this.#waiting.length >= this.#waitingMax) throw new QueueFull();
		return new Promise((resolve) => this.#waiting.push(resolve));
	}
}
