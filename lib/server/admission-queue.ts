import type { Slot } from "../process/request-context.ts";
import type { AdmissionLimits } from "./limits.ts";

/** `session` distinguishes the requests of different users; empty without one. */
type Candidate = { kind: "write" | "read"; session: string };

export type Admission = Slot & {
	/** Resolves to true once the request holds its slot, or to false when it is refused. */
	admitted: Promise<boolean>;
	/** Frees the slot, or leaves the queue. */
	release: () => void;
};

type Entry = Candidate & {
	/** The round of the queue in which every session is admitted once. */
	turn: number;
	isActive: boolean;
	isReleased: boolean;
	/** Parts of the request that wait for the tenant. */
	suspendedParts: number;
	/** Resolves `admitted`. */
	decide: (isAdmitted: boolean) => void;
	/** Continues the work that waited for the tenant. */
	resume: () => void;
};

/**
 * Admits a limited number of requests at the same time, queues a few more, and refuses the rest, so that admitted requests
 * stay fast under overload. In the queue writes come before reads, and within one kind every session's first request
 * before any session's second: a user who sends many waits behind the others, and is refused first.
 */
export class AdmissionQueue {
	readonly #limits: AdmissionLimits;
	/** In the order in which they are admitted. */
	#queue: Entry[] = [];
	/** Admitted before, and no longer waiting for the tenant: these come before the queue. */
	readonly #resuming: Entry[] = [];
	#active = 0;
	#suspended = 0;

	constructor(limits: AdmissionLimits) {
		this.#limits = limits;
	}

	figures(): { active: number; queued: number; suspended: number } {
		return { active: this.#active, queued: this.#queue.length + this.#resuming.length, suspended: this.#suspended };
	}

	enter(candidate: Candidate): Admission {
		const { promise: admitted, resolve: decide } = Promise.withResolvers<boolean>();
		const state = { isActive: false, isReleased: false, suspendedParts: 0 };
		const entry = { ...candidate, ...state, turn: this.#turnOf(candidate), decide, resume: () => {} };
		const release = () => this.#release(entry);
		if (this.#active < this.#limits.active) this.#admit(entry);
		else {
			this.#enqueue(entry);
			const expiry = setTimeout(release, this.#limits.queueTime);
			void admitted.then(() => clearTimeout(expiry));
		}
		return { admitted, release, releaseDuring: (work, refusal) => this.#releaseDuring(entry, work, refusal) };
	}

	/** The current round, or the one after the last in which the same session is admitted. */
	#turnOf({ kind, session }: Candidate): number {
		const ofKind = this.#queue.filter((other) => other.kind === kind);
		const own = ofKind.findLast((other) => other.session === session);
		return Math.max(ofKind[0]?.turn ?? 0, own ? own.turn + 1 : 0);
	}

	/** Refuses the last entry, which may be this one, where the queue is too long. */
	#enqueue(entry: Entry): void {
		const behind = this.#queue.findIndex((other) => isBefore(entry, other));
		this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, entry);
		if (this.#queue.length > this.#limits.queued) this.#queue.pop()?.decide(false);
	}

	#admit(entry: Entry): void {
		entry.isActive = true;
		this.#active += 1;
		entry.decide(true);
	}

	#admitNext(): void {
		while (this.#active < this.#limits.active) {
			const entry = this.#resuming.shift() ?? this.#queue.shift();
			if (!entry) return;
			entry.resume();
			// Another part may wait for the tenant by now, and resumes later; or the client has disconnected.
			if (entry.suspendedParts === 0 && !entry.isReleased) this.#admit(entry);
		}
	}

	#freeSlot(entry: Entry): void {
		if (!entry.isActive) return;
		entry.isActive = false;
		this.#active -= 1;
		this.#admitNext();
	}

	#release(entry: Entry): void {
		entry.isReleased = true;
		this.#queue = this.#queue.filter((other) => other !== entry);
		entry.decide(false);
		this.#freeSlot(entry);
	}

	async #releaseDuring<Result>(entry: Entry, work: () => Promise<Result>, refusal: () => Error): Promise<Result> {
		if (entry.suspendedParts === 0) {
			const { suspended, suspendedWrites } = this.#limits;
			if (this.#suspended >= (entry.kind === "write" ? suspended : suspended - suspendedWrites)) throw refusal();
			this.#suspended += 1;
			this.#freeSlot(entry);
		}
		entry.suspendedParts += 1;
		try {
			return await work();
		} finally {
			entry.suspendedParts -= 1;
			if (entry.suspendedParts === 0) {
				this.#suspended -= 1;
				await this.#resume(entry);
			}
		}
	}

	/** A part that ends while another one is about to be resumed continues at once. */
	async #resume(entry: Entry): Promise<void> {
		if (this.#resuming.includes(entry)) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		entry.resume = resolve;
		this.#resuming.push(entry);
		this.#admitNext();
		await promise;
	}
}

function isBefore(one: Entry, other: Entry): boolean {
	if (one.kind === other.kind) return one.turn < other.turn;
	return one.kind === "write";
}
