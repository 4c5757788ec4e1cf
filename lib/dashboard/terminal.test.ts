import { performance } from "node:perf_hooks";
import { afterEach, expect, it, vi } from "vitest";
import { stopOfSignals } from "./terminal";

afterEach(() => {
	vi.restoreAllMocks();
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
});

it("stops on Ctrl+C, which comes twice, and ends the process on the next one", () => {
	const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
	const now = vi.spyOn(performance, "now").mockReturnValue(10_000);
	const stop = stopOfSignals();
	expect(stop.aborted).toBe(false);
	for (const time of [10_000, 10_050]) {
		now.mockReturnValue(time);
		process.emit("SIGINT", "SIGINT");
	}
	expect([stop.aborted, exit.mock.calls]).toEqual([true, []]);
	now.mockReturnValue(12_000);
	process.emit("SIGINT", "SIGINT");
	expect(exit).toHaveBeenCalledWith(1);
});
