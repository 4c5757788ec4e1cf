import { expect, test, vi } from "vitest";
import { requestWide, runRequest } from "./request-context";

test("a value is created once per request, and anew for the next request", async () => {
	const initial = vi.fn(() => ({}));
	const held = requestWide("test", initial);
	const [one, two] = await Promise.all(
		[1, 2].map(() =>
			runRequest(async () => {
				const before = held.get();
				await new Promise(setImmediate);
				return [before, held.get(), requestWide("test", initial).get()];
			}),
		),
	);
	expect(new Set(one).size).toBe(1);
	expect(new Set(two).size).toBe(1);
	expect(one?.[0]).not.toBe(two?.[0]);
	expect(initial).toHaveBeenCalledTimes(2);
});

test("outside of any request no value is shared", () => {
	const held = requestWide<object | null>("test", () => ({}));
	held.set(null);
	expect(held.get()).not.toBeNull();
	expect(held.get()).not.toBe(held.get());
});
