import { availableParallelism } from "node:os";
import { processWide } from "@/lib/process/process-wide";
import { Refusal } from "../http/refusal";

/**
 * A hash occupies a core for about 0.2 s, and one of the four threads that also do the process's disk I/O. One core and
 * two threads stay free, so that writes continue during any number of logins. The few hashes of the start and of
 * `npm run admin` are not queued, since no request causes them.
 */
const HASHES_AT_ONCE_MAX = availableParallelism() > 2 ? 2 : 1;
/** The last one waits for about four seconds on two cores. */
const WAITING_MAX = 20;
/** About the time until a full queue is empty. */
const RETRY_SECONDS = 5;

/** The queue holds as much work as it may. */
export class QueueFull extends Error {
	override name = "QueueFull";
}

/**
 * Runs few pieces of work at a time, the others in the order of their arrival. It retains nothing of a piece that has
 * ended, and each runs in the asynchronous context of its own caller.
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
			// The slot is passed to the next one, so that no later call gets ahead of it.
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
 * Queues work that hashes a password, so that unauthenticated callers cannot block the process.
 * @param problem of the login's forms when the queue is full
 * @throws 429 too_many_requests where the queue is full: none of the work was done; else what the work throws
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
