import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectWhenQuiet } from "./collect-when-quiet.ts";

const collections = vi.fn();
const server = new EventEmitter();
const requests = (url: string) => server.emit("request", { url });

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("gc", collections);
	collectWhenQuiet(server as Server);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	collections.mockReset();
	server.removeAllListeners();
});

test("memory is collected after the start and once after each busy time, never while requests come; probes are none", () => {
	vi.advanceTimersByTime(1_000);
	expect(collections).toHaveBeenCalledTimes(1);
	for (let seconds = 0; seconds < 60; seconds += 5) {
		requests("/templates");
		vi.advanceTimersByTime(5_000);
	}
	expect(collections).toHaveBeenCalledTimes(1);
	for (let seconds = 0; seconds < 60; seconds += 5) {
		requests("/healthz");
		requests("/readyz?x");
		vi.advanceTimersByTime(5_000);
	}
	expect(collections).toHaveBeenCalledTimes(2);
	requests("/templates");
	vi.advanceTimersByTime(10_000);
	expect(collections).toHaveBeenCalledTimes(3);
});
