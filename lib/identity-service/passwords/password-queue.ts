import { availableParallelism } from "node:os";
import { processWide } from "@/lib/process/process-wide";
import { Refusal } from "../http/refusal";

/**
 * A hash takes a core for about 0.2 s, and one of the four threads that the process also waits for its disks with. One
 * core and two threads stay free of them, so that writes go on beside any number of logins. The hashes of the start and of
 * `npm run admin` are few, and no request causes them: they are not queued.
 */
const HASHES_AT_ONCE_MAX = availableParallelism() > 2 ? 2 : 1;
/** The last one waits for about four seconds on two cores. */
const WAITING_MAX = 20;
/** About what it takes until those that wait are served. */
const RETRY_SECONDS = 5;

/** More work waits already than the queue may hold. */
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
			// The place goes to the next one, so that no later call is before it.
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

const queue = processWide(
	"password-checks",
	() => new WorkQueue({ atOnceMax: HASHES_AT_ONCE_MAX, waitingMax: WAITING_MAX }),
);

/**
 * Runs work that hashes a password in its turn, so that no request of anonymous callers holds up the process.
 * @param problem what the forms of a login call it when the queue is full
 * @throws 429 too_many_requests where too much waits already: none of the work was done; else what the work throws
 */
export async function inPasswordQueue<Result>(work: () => Promise<Result>, problem = "busy-account"): Promise<Result> {
	try {
		return await queue.get().run(work);
	} catch (error) {
		if (!(error instanceof QueueFull)) throw error;
		const message = `Too many passwords are being checked at the moment. Try again in ${RETRY_SECONDS} seconds.`;
		throw new Refusal(429, "too_many_requests", message, {
			headers: { "retry-after": String(RETRY_SECONDS) },
			problem,
		});
	}
}
