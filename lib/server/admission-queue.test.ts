import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gate, type GateVisit } from "./admission-queue.ts";
import type { VisitKind } from "./waiting-line.ts";

const LIMITS = { inside: 2, waiting: 4, away: 3, awayToSave: 0, patience: 5_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gate, and what became of each visitor: "in line" until it is let in or refused. */
function open(limits = LIMITS) {
	const gate = new Gate(limits);
	const state = new Map<string, string>();
	const visits = new Map<string, GateVisit>();
	async function come(name: string, kind: VisitKind = "view", session = name) {
		const visit = gate.visit({ kind, session });
		visits.set(name, visit);
		state.set(name, "in line");
		void visit.entered.then((isIn) => state.set(name, isIn ? "inside" : "refused"));
		await settle();
		return visit;
	}
	async function leave(name: string) {
		visits.get(name)?.leave();
		await settle();
	}
	return { gate, state, come, leave, visit: (name: string) => visits.get(name) as GateVisit };
}

/** Promises go on in turns. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const refusal = () => new Error("too many");

describe("a gate", () => {
	it("lets in as many as there are places, the next when one leaves, and refuses who finds the line full", async () => {
		const { state, come, leave } = open();
		for (const name of ["a", "b", "c", "d", "e", "f", "g"]) await come(name);
		expect(Object.fromEntries(state)).toEqual({
			...{ a: "inside", b: "inside", c: "in line", d: "in line", e: "in line", f: "in line", g: "refused" },
		});
		await leave("b");
		expect([state.get("c"), state.get("d")]).toEqual(["inside", "in line"]);
	});

	it("lets saves go before views, and a save takes the place of the last view where the line is full", async () => {
		const { state, come, leave } = open();
		for (const name of ["a", "b", "c", "d", "e", "f"]) await come(name);
		await come("saves", "save");
		expect([state.get("f"), state.get("saves")]).toEqual(["refused", "in line"]);
		await leave("a");
		expect([state.get("saves"), state.get("c")]).toEqual(["inside", "in line"]);
	});

	it("refuses a save only where nothing but saves waits", async () => {
		const { state, come } = open();
		for (const name of ["a", "b", "c", "d", "e", "f", "g"]) await come(name, "save");
		expect([state.get("f"), state.get("g")]).toEqual(["in line", "refused"]);
	});

	it("serves everybody's first request before anybody's second, and has no room for the last of who asks for most", async () => {
		const { state, come, leave } = open();
		await come("a");
		await come("b");
		for (const name of ["1", "2", "3", "4"]) await come(name, "view", "busy");
		await come("other");
		expect([state.get("3"), state.get("4"), state.get("other")]).toEqual(["in line", "refused", "in line"]);
		await come("saves", "save", "busy");
		expect([state.get("2"), state.get("3"), state.get("saves")]).toEqual(["in line", "refused", "in line"]);
		for (const [name, next] of [
			["a", "saves"],
			["b", "1"],
			["saves", "other"],
			["1", "2"],
		] as const) {
			await leave(name);
			expect(state.get(next)).toBe("inside");
		}
	});

	it("serves the requests of one session in the order in which they came, however many have been served before", async () => {
		const { state, come, leave } = open();
		for (const name of ["1", "2", "3", "4", "5", "6"]) await come(name, "view", "busy");
		for (const name of ["1", "2", "3"]) await leave(name);
		await come("7", "view", "busy");
		await leave("4");
		expect([state.get("6"), state.get("7")]).toEqual(["inside", "in line"]);
	});

	it("forgets who hangs up in line, and refuses who has waited for too long", async () => {
		const { state, come, leave } = open();
		for (const name of ["a", "b", "c", "d"]) await come(name);
		await leave("c");
		await leave("a");
		expect(state.get("d")).toBe("inside");
		await come("e");
		await vi.advanceTimersByTimeAsync(4_999);
		expect(state.get("e")).toBe("in line");
		await vi.advanceTimersByTimeAsync(1);
		expect(state.get("e")).toBe("refused");
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("who waits for the tenant", () => {
	/** Work that ends when the test says so. */
	const wait = () => Promise.withResolvers<string>();

	it("takes no place meanwhile, and goes on before those in line", async () => {
		const { state, come, leave, visit } = open();
		for (const name of ["a", "b", "c", "d"]) await come(name);
		const { promise, resolve } = wait();
		const work = visit("a").whileAway(() => promise, refusal);
		await settle();
		expect([state.get("c"), state.get("d")]).toEqual(["inside", "in line"]);
		const done = vi.fn();
		void work.then(done);
		resolve("the answer");
		await settle();
		expect(done).not.toHaveBeenCalled();
		await leave("b");
		expect(done).toHaveBeenCalledWith("the answer");
		expect(state.get("d")).toBe("in line");
	});

	it("is counted once, however many of its parts wait, and goes on when the last is done", async () => {
		const { gate, come, visit } = open();
		await come("a");
		const [one, two] = [wait(), wait()];
		const works = [visit("a").whileAway(() => one.promise, refusal), visit("a").whileAway(() => two.promise, refusal)];
		await settle();
		expect(gate.figures()).toEqual({ inside: 0, waiting: 0, away: 1 });
		one.resolve("one");
		await settle();
		expect(gate.figures()).toEqual({ inside: 0, waiting: 0, away: 1 });
		two.resolve("two");
		expect(await Promise.all(works)).toEqual(["one", "two"]);
		expect(gate.figures()).toEqual({ inside: 1, waiting: 0, away: 0 });
	});

	it("is refused where too many do, before anything is begun; what fails there comes back as well", async () => {
		const { gate, come, visit } = open({ ...LIMITS, inside: 4 });
		for (const name of ["a", "b", "c", "d"]) await come(name);
		const waits = [wait(), wait(), wait()];
		const works = ["a", "b", "c"].map((name, index) =>
			visit(name).whileAway(() => waits[index]?.promise ?? Promise.reject(), refusal),
		);
		const begun = vi.fn(async () => {});
		await expect(visit("d").whileAway(begun, refusal)).rejects.toThrow("too many");
		expect(begun).not.toHaveBeenCalled();
		const failed = expect(works[0]).rejects.toThrow("the tenant's");
		waits[0]?.reject(new Error("the tenant's"));
		await failed;
		await visit("d").whileAway(begun, refusal);
		expect(begun).toHaveBeenCalledTimes(1);
		expect(gate.figures()).toEqual({ inside: 2, waiting: 0, away: 2 });
	});

	it("is not refused to a save because of those who only look", async () => {
		const { come, visit } = open({ ...LIMITS, inside: 4, awayToSave: 1 });
		for (const name of ["a", "b", "c"]) await come(name);
		await come("saves", "save");
		const waits = wait();
		const views = ["a", "b"].map((name) => visit(name).whileAway(() => waits.promise, refusal));
		await expect(visit("c").whileAway(async () => "", refusal)).rejects.toThrow("too many");
		expect(await visit("saves").whileAway(async () => "saved", refusal)).toBe("saved");
		waits.resolve("seen");
		expect(await Promise.all(views)).toEqual(["seen", "seen"]);
	});
});

it("loses no place and counts nobody twice, whatever visitors do", async () => {
	type Step = { name: number; does: "come" | "save" | "leave" | "wait" | "end" };
	const step = fc.record<Step>({
		name: fc.nat(9),
		does: fc.constantFrom("come", "save", "leave", "wait", "end"),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
			const { gate, come, leave, state, visit } = open();
			const waits = new Map<string, PromiseWithResolvers<string>[]>();
			const present = new Set<string>();
			for (const { name: number, does } of steps) {
				const name = String(number);
				if ((does === "come" || does === "save") && !state.has(name)) {
					present.add(name);
					await come(name, does === "save" ? "save" : "view");
				} else if (does === "leave" && state.has(name)) {
					present.delete(name);
					await leave(name);
				} else if (does === "wait" && state.get(name) === "inside") {
					const wait = Promise.withResolvers<string>();
					waits.set(name, [...(waits.get(name) ?? []), wait]);
					void visit(name)
						.whileAway(() => wait.promise, refusal)
						.catch(() => {});
				} else if (does === "end") {
					waits.get(name)?.shift()?.resolve("");
				}
				await settle();
				const { inside, waiting, away } = gate.figures();
				expect(inside).toBeLessThanOrEqual(LIMITS.inside);
				expect(away).toBeLessThanOrEqual(LIMITS.away);
				if (waiting > 0) expect(inside).toBe(LIMITS.inside);
			}
			for (const wait of [...waits.values()].flat()) wait.resolve("");
			await settle();
			for (const name of present) await leave(name);
			expect(gate.figures()).toEqual({ inside: 0, waiting: 0, away: 0 });
		}),
	);
});
