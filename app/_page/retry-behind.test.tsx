import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FreshPages } from "@/components/layout/fresh-pages";
import { router } from "@/lib/testing/next-navigation";
import { RetryBehind } from "./problem-alert";

const refresh = vi.fn();

beforeEach(() => {
	router.refresh = refresh;
	refresh.mockClear();
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

async function pass(seconds: number): Promise<void> {
	for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
}

test("a page that the tenant did not answer for is read again, less and less often, until it is left", async () => {
	const { unmount } = render(
		<FreshPages>
			<RetryBehind />
		</FreshPages>,
	);
	await pass(18);
	expect(refresh).toHaveBeenCalledTimes(4);
	await pass(3600);
	const last = refresh.mock.calls.length;
	expect(last).toBeLessThan(50);
	screen.getByText("Not asked again by itself any more.");
	unmount();
	await pass(60);
	expect(refresh).toHaveBeenCalledTimes(last);
});
