import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as immediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { QueueFull, WorkQueue } from "./password-queue";

/** Begins `count` pieces of work at once, each of which the test ends. */
function begin(queue: WorkQueue, count: number) {
	const started: { at: number; end: () => void; fail: () => void }[] = [];
	let running = 0;
	let runningMost = 0;
	const results = Array.from({ length: count }, (_, at) =>
		queue
			.run(async () => {
				running += 1;
				runningMost = Math.max(runningMost, running);
				const { promise, resolve, reject } = Promise.withResolvers<void>();
				started.push({ at, end: resolve, fail: () => reject(new Error("failed")) });
				await promise.finally(() => {
					running -= 1;
				});
				return at;
			})
			.catch((error: Error) => error.name),
	);
	return { started, results, mostAtOnce: () => runningMost };
}

describe("a queue of work", () => {
	it("runs few of sixty at once, lets some wait in their order, and refuses the rest at once", async () => {
		const { started, results, mostAtOnce } = begin(new WorkQueue({ atOnceMax: 2, waitingMax: 20 }), 60);
		const refused = await Promise.all(results.slice(22));
		expect(new Set(refused)).toEqual(new Set([QueueFull.name]));
		for (let next = 0; next < 22; next += 1) {
			expect(started.length).toBe(Math.min(next + 2, 22));
			started[next]?.end();
			await immediate();
		}
		expect(await Promise.all(results.slice(0, 22))).toEqual(started.map(({ at }) => at));
		expect(started.map(({ at }) => at)).toEqual(Array.from({ length: 22 }, (_, at) => at));
		expect(mostAtOnce()).toBe(2);
	});

	it("continues after work that failed, and accepts more when it is empty again", async () => {
		const queue = new WorkQueue({ atOnceMax: 1, waitingMax: 1 });
		const first = begin(queue, 3);
		first.started[0]?.fail();
		await immediate();
		first.started[1]?.end();
		expect(await Promise.all(first.results)).toEqual(["Error", 1, QueueFull.name]);
		const second = begin(queue, 1);
		second.started[0]?.end();
		expect(await second.results[0]).toBe(0);
	});

	it("runs each piece in its caller's asynchronous context, and retains none that has ended", async () => {
		setFlagsFromString("--expose-gc");
		const collectGarbage: () => void = runInNewContext("gc");
		const request = new AsyncLocalStorage<object>();
		const queue = new WorkQueue({ atOnceMax: 1, waitingMax: 10 });
		const seen: boolean[] = [];
		const call = (own: object) => request.run(own, () => queue.run(async () => seen.push(request.getStore() === own)));
		const kept = await (async () => {
			const requests = Array.from({ length: 5 }, () => ({}));
			await Promise.all(requests.map(call));
			return requests.map((one) => new WeakRef(one));
		})();
		expect(seen).toEqual([true, true, true, true, true]);
		await immediate();
		collectGarbage();
		expect(kept.filter((one) => one.deref())).toEqual([]);
		await queue.run(async () => {});
	});
});
