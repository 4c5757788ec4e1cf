import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Admission, AdmissionQueue } from "./admission-queue.ts";

const LIMITS = { active: 2, queued: 4, suspended: 3, suspendedWrites: 0, queueTime: 5_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue, and the state of each request: "queued" until it is admitted or refused. */
function open(limits = LIMITS) {
	const queue = new AdmissionQueue(limits);
	const state = new Map<string, string>();
	const admissions = new Map<string, Admission>();
	async function enter(name: string, kind: "write" | "read" = "read", session = name) {
		const admission = queue.enter({ kind, session });
		admissions.set(name, admission);
		state.set(name, "queued");
		void admission.admitted.then((isAdmitted) => state.set(name, isAdmitted ? "active" : "refused"));
		await settle();
		return admission;
	}
	async function leave(name: string) {
		admissions.get(name)?.release();
		await settle();
	}
	return { queue, state, enter, leave, admission: (name: string) => admissions.get(name) as Admission };
}

/** Runs the pending promise callbacks. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const refusal = () => new Error("too many");

describe("the admission queue", () => {
	it("admits as many requests as there are slots, the next when one is released, and refuses those that find the queue full", async () => {
		const { state, enter, leave } = open();
		for (const name of ["a", "b", "c", "d", "e", "f", "g"]) await enter(name);
		expect(Object.fromEntries(state)).toEqual({
			a: "active",
			b: "active",
			c: "queued",
			d: "queued",
			e: "queued",
			f: "queued",
			g: "refused",
		});
		await leave("b");
		expect([state.get("c"), state.get("d")]).toEqual(["active", "queued"]);
	});

	it("admits writes before reads, and refuses the last read for a write where the queue is full", async () => {
		const { state, enter, leave } = open();
		for (const name of ["a", "b", "c", "d", "e", "f"]) await enter(name);
		await enter("write", "write");
		expect([state.get("f"), state.get("write")]).toEqual(["refused", "queued"]);
		await leave("a");
		expect([state.get("write"), state.get("c")]).toEqual(["active", "queued"]);
	});

	it("refuses a write only where nothing but writes is queued", async () => {
		const { state, enter } = open();
		for (const name of ["a", "b", "c", "d", "e", "f", "g"]) await enter(name, "write");
		expect([state.get("f"), state.get("g")]).toEqual(["queued", "refused"]);
	});

	it("admits every session's first request before any session's second, and refuses the last of the session that sends most", async () => {
		const { state, enter, leave } = open();
		await enter("a");
		await enter("b");
		for (const name of ["1", "2", "3", "4"]) await enter(name, "read", "busy");
		await enter("other");
		expect([state.get("3"), state.get("4"), state.get("other")]).toEqual(["queued", "refused", "queued"]);
		await enter("write", "write", "busy");
		expect([state.get("2"), state.get("3"), state.get("write")]).toEqual(["queued", "refused", "queued"]);
		for (const [name, next] of [
			["a", "write"],
			["b", "1"],
			["write", "other"],
			["1", "2"],
		] as const) {
			await leave(name);
			expect(state.get(next)).toBe("active");
		}
	});

	it("admits the requests of one session in their order, however many were admitted before", async () => {
		const { state, enter, leave } = open();
		for (const name of ["1", "2", "3", "4", "5", "6"]) await enter(name, "read", "busy");
		for (const name of ["1", "2", "3"]) await leave(name);
		await enter("7", "read", "busy");
		await leave("4");
		expect([state.get("6"), state.get("7")]).toEqual(["active", "queued"]);
	});

	it("drops a request whose client hangs up, and refuses one that was queued for too long", async () => {
		const { state, enter, leave } = open();
		for (const name of ["a", "b", "c", "d"]) await enter(name);
		await leave("c");
		await leave("a");
		expect(state.get("d")).toBe("active");
		await enter("e");
		await vi.advanceTimersByTimeAsync(4_999);
		expect(state.get("e")).toBe("queued");
		await vi.advanceTimersByTimeAsync(1);
		expect(state.get("e")).toBe("refused");
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("a request that waits for the tenant", () => {
	/** Work that the test ends. */
	const wait = () => Promise.withResolvers<string>();

	it("holds no slot meanwhile, and resumes before the queue", async () => {
		const { state, enter, leave, admission } = open();
		for (const name of ["a", "b", "c", "d"]) await enter(name);
		const { promise, resolve } = wait();
		const work = admission("a").releaseDuring(() => promise, refusal);
		await settle();
		expect([state.get("c"), state.get("d")]).toEqual(["active", "queued"]);
		const done = vi.fn();
		void work.then(done);
		resolve("the result");
		await settle();
		expect(done).not.toHaveBeenCalled();
		await leave("b");
		expect(done).toHaveBeenCalledWith("the result");
		expect(state.get("d")).toBe("queued");
	});

	it("is counted once, however many of its parts wait, and resumes when the last is done", async () => {
		const { queue, enter, admission } = open();
		await enter("a");
		const [one, two] = [wait(), wait()];
		const works = [
			admission("a").releaseDuring(() => one.promise, refusal),
			admission("a").releaseDuring(() => two.promise, refusal),
		];
		await settle();
		expect(queue.figures()).toEqual({ active: 0, queued: 0, suspended: 1 });
		one.resolve("one");
		await settle();
		expect(queue.figures()).toEqual({ active: 0, queued: 0, suspended: 1 });
		two.resolve("two");
		expect(await Promise.all(works)).toEqual(["one", "two"]);
		expect(queue.figures()).toEqual({ active: 1, queued: 0, suspended: 0 });
	});

	it("is refused before its work begins where too many wait; one whose work fails resumes as well", async () => {
		const { queue, enter, admission } = open({ ...LIMITS, active: 4 });
		for (const name of ["a", "b", "c", "d"]) await enter(name);
		const waits = [wait(), wait(), wait()];
		const works = ["a", "b", "c"].map((name, index) =>
			admission(name).releaseDuring(() => waits[index]?.promise ?? Promise.reject(), refusal),
		);
		const begun = vi.fn(async () => {});
		await expect(admission("d").releaseDuring(begun, refusal)).rejects.toThrow("too many");
		expect(begun).not.toHaveBeenCalled();
		const failed = expect(works[0]).rejects.toThrow("the tenant's");
		waits[0]?.reject(new Error("the tenant's"));
		await failed;
		await admission("d").releaseDuring(begun, refusal);
		expect(begun).toHaveBeenCalledTimes(1);
		expect(queue.figures()).toEqual({ active: 2, queued: 0, suspended: 2 });
	});

	it("resumes a part while another one begins to wait, and has its slot again when that is done", async () => {
		const { queue, enter, leave, admission } = open({ ...LIMITS, active: 1 });
		const [one, two, three] = [wait(), wait(), wait()];
		await enter("a");
		const works = [admission("a").releaseDuring(() => one.promise, refusal)];
		await enter("b");
		one.resolve("one");
		await settle();
		works.push(admission("a").releaseDuring(() => two.promise, refusal));
		two.resolve("two");
		await settle();
		works.push(admission("a").releaseDuring(() => three.promise, refusal));
		await leave("b");
		expect(queue.figures()).toEqual({ active: 0, queued: 0, suspended: 1 });
		three.resolve("three");
		expect(await Promise.all(works)).toEqual(["one", "two", "three"]);
		expect(queue.figures()).toEqual({ active: 1, queued: 0, suspended: 0 });
	});

	it("is not refused because of reads where it is a write", async () => {
		const { enter, admission } = open({ ...LIMITS, active: 4, suspendedWrites: 1 });
		for (const name of ["a", "b", "c"]) await enter(name);
		await enter("write", "write");
		const waits = wait();
		const reads = ["a", "b"].map((name) => admission(name).releaseDuring(() => waits.promise, refusal));
		await expect(admission("c").releaseDuring(async () => "", refusal)).rejects.toThrow("too many");
		expect(await admission("write").releaseDuring(async () => "saved", refusal)).toBe("saved");
		waits.resolve("seen");
		expect(await Promise.all(reads)).toEqual(["seen", "seen"]);
	});
});

it("no slot is lost and no request counted twice, whatever the requests do", async () => {
	type Step = { name: number; does: "come" | "write" | "leave" | "wait" | "end" };
	const step = fc.record<Step>({
		name: fc.nat(9),
		does: fc.constantFrom("come", "write", "leave", "wait", "end"),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
			const { queue, enter, leave, state, admission } = open();
			const waits = new Map<string, PromiseWithResolvers<string>[]>();
			const present = new Set<string>();
			for (const { name: number, does } of steps) {
				const name = String(number);
				if ((does === "come" || does === "write") && !state.has(name)) {
					present.add(name);
					await enter(name, does === "write" ? "write" : "read");
				} else if (does === "leave" && state.has(name)) {
					present.delete(name);
					await leave(name);
				} else if (does === "wait" && state.get(name) === "active") {
					const wait = Promise.withResolvers<string>();
					waits.set(name, [...(waits.get(name) ?? []), wait]);
					void admission(name)
						.releaseDuring(() => wait.promise, refusal)
						.catch(() => {});
				} else if (does === "end") {
					waits.get(name)?.shift()?.resolve("");
				}
				await settle();
				const { active, queued, suspended } = queue.figures();
				expect(active).toBeLessThanOrEqual(LIMITS.active);
				expect(suspended).toBeLessThanOrEqual(LIMITS.suspended);
				if (queued > 0) expect(active).toBe(LIMITS.active);
			}
			for (const wait of [...waits.values()].flat()) wait.resolve("");
			await settle();
			for (const name of present) await leave(name);
			expect(queue.figures()).toEqual({ active: 0, queued: 0, suspended: 0 });
		}),
	);
});
