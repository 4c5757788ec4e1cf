import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FreshPages } from "@/components/layout/fresh-pages";
import { router } from "@/lib/testing/next-navigation";
import { RetryBehind } from "./problem-alert";

const refresh = vi.fn();
let requests: number;
let answers: boolean;

beforeEach(() => {
	router.refresh = refresh;
	refresh.mockClear();
	vi.useFakeTimers();
	requests = 0;
	answers = false;
	vi.stubGlobal("fetch", async () => {
		requests += 1;
		return Response.json({ answers });
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

async function pass(seconds: number): Promise<void> {
	for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
}

const show = () =>
	render(
		<FreshPages>
			<RetryBehind />
		</FreshPages>,
	);

test("a page that the tenant did not answer for is read again once it answers", async () => {
	show();
	await pass(18);
	expect([requests, refresh.mock.calls.length]).toEqual([4, 0]);
	answers = true;
	await pass(13);
	expect([requests, refresh.mock.calls.length]).toEqual([5, 1]);
});

test("the tenant is asked less and less often, at last no more, and not for a page that was left", async () => {
	const { unmount } = show();
	await pass(1800);
	expect(requests).toBe(30);
	screen.getByText("No longer retried automatically.");
	unmount();
	show().unmount();
	await pass(60);
	expect(requests).toBe(30);
});

test("a page that the tenant answers for no better is read again twice, and no more", async () => {
	answers = true;
	show();
	await pass(1800);
	expect(refresh).toHaveBeenCalledTimes(2);
	screen.getByText("No longer retried automatically.");
});
