/** Saves go before views. */
export type VisitKind = "save" | "view";
/** `session` tells one visitor's requests from another's; empty where nothing does. */
export type Waiting = { kind: VisitKind; session: string };

/** `turn`: the round in which everybody who waits is served once. */
type InLine<Visitor> = { visitor: Visitor; turn: number };

/**
 * A short line. Saves stand before views, and of one kind everybody's first request before anybody's second: who asks
 * for much waits behind the others, and is the first to go where there is no room.
 */
export class WaitingLine<Visitor extends Waiting> {
	readonly #lengthMax: number;
	/** In the order in which they are served. */
	#line: InLine<Visitor>[] = [];

	constructor(lengthMax: number) {
		this.#lengthMax = lengthMax;
	}

	get length(): number {
		return this.#line.length;
	}

	/** @returns whom there is no room for, if anybody: the last in line, who may be the visitor */
	join(visitor: Visitor): Visitor | undefined {
		const turn = this.#turnOf(visitor);
		const behind = this.#line.findIndex((other) => goesBefore({ visitor, turn }, other));
		this.#line.splice(behind < 0 ? this.#line.length : behind, 0, { visitor, turn });
		return this.#line.length > this.#lengthMax ? this.#line.pop()?.visitor : undefined;
	}

	/** Whose turn it is; they are out of the line then. */
	next(): Visitor | undefined {
		return this.#line.shift()?.visitor;
	}

	leave(visitor: Visitor): void {
		this.#line = this.#line.filter((other) => other.visitor !== visitor);
	}

	/** The round that is served at the moment, or the one after the last in which the same session has a place. */
	#turnOf({ kind, session }: Visitor): number {
		const ofKind = this.#line.filter((other) => other.visitor.kind === kind);
		const own = ofKind.findLast((other) => other.visitor.session === session);
		return Math.max(ofKind[0]?.turn ?? 0, own ? own.turn + 1 : 0);
	}
}

function goesBefore(one: InLine<Waiting>, other: InLine<Waiting>): boolean {
	const saves = one.visitor.kind === "save";
	return saves === (other.visitor.kind === "save") ? one.turn < other.turn : saves;
}
