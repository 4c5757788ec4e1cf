import { expect, test } from "vitest";
import { noteItemEnded, secondsPerItem } from "./run-pace";

test("the time for one item is that of the run as it goes on, without the gap after a stop", () => {
	const end = (...seconds: number[]) => {
		for (const second of seconds) noteItemEnded("a run", second * 1000);
	};
	end(0, 2, 4, 6, 8);
	expect(secondsPerItem("a run")).toBeNull();
	end(10);
	expect(secondsPerItem("a run")).toBe(2);
	// A wait for the rate limit is a part of it.
	end(70);
	expect(secondsPerItem("a run")).toBeCloseTo(70 / 6);
	end(1_000, 1_001, 1_002, 1_003, 1_004);
	expect(secondsPerItem("a run")).toBeNull();
	end(1_005);
	expect(secondsPerItem("a run")).toBe(1);
	expect(secondsPerItem("another")).toBeNull();
});

test("the latest hundred runs are known", () => {
	for (let run = 0; run < 101; run += 1) for (let at = 0; at < 6; at += 1) noteItemEnded(`run ${run}`, at * 1000);
	expect([secondsPerItem("run 0"), secondsPerItem("run 1")]).toEqual([null, 1]);
});
