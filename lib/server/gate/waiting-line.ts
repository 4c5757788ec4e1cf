/** Writes go before reads. */
export type VisitKind = "save" | "view";
/** `session` tells one visitor's requests from another's; empty where nothing does. */
export type Waiting = { kind: VisitKind; session: string };

export type LineLimits = {
	/** In line for a place. */
	waiting: number;
	/** In line of one session; of all visitors without one, half the line. */
	waitingOfSession: number;
};

/** A short line: saves before views, and a few of one session, so that nobody fills it alone. */
export class WaitingLine<Visitor extends Waiting> {
	readonly #limits: LineLimits;
	/** In the order in which they came. */
	readonly #visitors: Visitor[] = [];

	constructor(limits: LineLimits) {
		this.#limits = limits;
	}

	get length(): number {
		return this.#visitors.length;
	}

	/** @returns whom there is no room for: null, the visitor, or for one that saves the last of those that only view */
	join(visitor: Visitor): Visitor | null {
		const ofSession = this.#visitors.filter(({ session }) => session === visitor.session);
		const crowd = ofSession.length >= this.#most(visitor.session) ? ofSession : this.#visitors;
		const isFull = crowd === ofSession || crowd.length >= this.#limits.waiting;
		const refused = isFull ? this.#placeFor(visitor, crowd) : null;
		if (refused === visitor) return visitor;
		if (refused) this.leave(refused);
		this.#visitors.push(visitor);
		return refused;
	}

	/** Whose turn it is; they are out of the line then. */
	next(): Visitor | undefined {
		const visitor = this.#visitors.find(({ kind }) => kind === "save") ?? this.#visitors[0];
		if (visitor) this.leave(visitor);
		return visitor;
	}

	/** @returns whether the visitor was in line */
	leave(visitor: Visitor): boolean {
		const index = this.#visitors.indexOf(visitor);
		if (index >= 0) this.#visitors.splice(index, 1);
		return index >= 0;
	}

	#most(session: string): number {
		return session === "" ? this.#limits.waiting / 2 : this.#limits.waitingOfSession;
	}

	/** Who has to go for a visitor, who may be the one. */
	#placeFor(visitor: Visitor, crowd: readonly Visitor[]): Visitor {
		const view = visitor.kind === "save" ? crowd.findLast(({ kind }) => kind === "view") : undefined;
		return view ?? visitor;
	}
}
