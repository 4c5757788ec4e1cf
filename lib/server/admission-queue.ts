import type { Visit } from "../process/request-context.ts";
import { type Waiting, WaitingLine } from "./waiting-line.ts";

export type GateLimits = {
	/** Served at the same time: what waits for a processor gains nothing from being begun. */
	inside: number;
	/** In line for a place. */
	waiting: number;
	/** Waiting for the tenant, which takes no place. */
	away: number;
	/** How many of these are kept for saves. */
	awayToSave: number;
	/** In line for no longer than this, in milliseconds. */
	patience: number;
};

export type GateVisit = Visit & {
	/** Resolves when there is a place, which is taken then (true), or when there will be none (false). */
	entered: Promise<boolean>;
	/** The visitor is served, or has gone. */
	leave: () => void;
};

type Visitor = Waiting & {
	isInside: boolean;
	isOver: boolean;
	/** Parts of what is done for the visitor that wait for the tenant. */
	waitingParts: number;
	/** Says that there is a place, or none. */
	answer: (isLetIn: boolean) => void;
	/** Goes on with what waited for the tenant. */
	goOn: () => void;
};

/**
 * Serves so many at the same time, lets a few more wait in line, and refuses the rest: under more load than there is
 * capacity for, those who are let in are served as fast as ever.
 */
export class Gate {
	readonly #limits: GateLimits;
	readonly #line: WaitingLine<Visitor>;
	/** Half served already: they were inside, and waited for the tenant. */
	readonly #comingBack: Visitor[] = [];
	#inside = 0;
	#away = 0;

	constructor(limits: GateLimits) {
		this.#limits = limits;
		this.#line = new WaitingLine(limits.waiting);
	}

	/** How many are where. */
	figures(): { inside: number; waiting: number; away: number } {
		return { inside: this.#inside, waiting: this.#line.length + this.#comingBack.length, away: this.#away };
	}

	/** A visitor comes to the gate. */
	visit(waiting: Waiting): GateVisit {
		const { promise: entered, resolve: answer } = Promise.withResolvers<boolean>();
		const visitor = { ...waiting, isInside: false, isOver: false, waitingParts: 0, answer, goOn: () => {} };
		if (this.#inside < this.#limits.inside) this.#letIn(visitor);
		else this.#line.join(visitor)?.answer(false);
		if (!visitor.isInside) this.#loseLater(visitor, entered);
		return {
			entered,
			leave: () => this.#leave(visitor),
			whileAway: (work, refusal) => this.#whileAway(visitor, work, refusal),
		};
	}

	#loseLater(visitor: Visitor, entered: Promise<boolean>): void {
		const late = setTimeout(() => this.#leave(visitor), this.#limits.patience);
		void entered.then(() => clearTimeout(late));
	}

	#letIn(visitor: Visitor): void {
		visitor.isInside = true;
		this.#inside += 1;
		visitor.answer(true);
	}

	#letNextIn(): void {
		while (this.#inside < this.#limits.inside) {
			const visitor = this.#comingBack.shift() ?? this.#line.next();
			if (!visitor) return;
			visitor.goOn();
			// Another part waits for the tenant by now, and comes back in its turn; or nobody waits for the answer any more.
			if (visitor.waitingParts === 0 && !visitor.isOver) this.#letIn(visitor);
		}
	}

	#stepOut(visitor: Visitor): void {
		if (!visitor.isInside) return;
		visitor.isInside = false;
		this.#inside -= 1;
		this.#letNextIn();
	}

	#leave(visitor: Visitor): void {
		visitor.isOver = true;
		this.#line.leave(visitor);
		visitor.answer(false);
		this.#stepOut(visitor);
	}

	async #whileAway<Result>(visitor: Visitor, work: () => Promise<Result>, refusal: () => Error): Promise<Result> {
		if (visitor.waitingParts === 0) {
			const { away, awayToSave } = this.#limits;
			if (this.#away >= (visitor.kind === "save" ? away : away - awayToSave)) throw refusal();
			this.#away += 1;
			this.#stepOut(visitor);
		}
		visitor.waitingParts += 1;
		try {
			return await work();
		} finally {
			visitor.waitingParts -= 1;
			if (visitor.waitingParts === 0) {
				this.#away -= 1;
				await this.#comeBack(visitor);
			}
		}
	}

	/** Whose reader has gone goes on at once: what is left of the work ends by itself. */
	async #comeBack(visitor: Visitor): Promise<void> {
		if (visitor.isOver || this.#comingBack.includes(visitor)) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		visitor.goOn = resolve;
		this.#comingBack.push(visitor);
		this.#letNextIn();
		await promise;
	}
}
