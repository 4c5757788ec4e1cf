import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { FreshPages } from "@/components/layout/fresh-pages";
import { lastWrite } from "@/components/layout/last-write";
import { router } from "@/lib/testing/next-navigation";
import { RevocationStatus } from "./revocation-status";

const refresh = vi.fn();
router.refresh = refresh;

let rerender: ReturnType<typeof render>["rerender"];
let response: { status: number; body: object };
let requests: number[];

const Frame = ({ children }: { children: ReactNode }) => (
	<Queries>
		<FreshPages>{children}</FreshPages>
	</Queries>
);
const status = (id: string) => <RevocationStatus watched={{ resource: "session", id }} />;
const words = () => screen.getAllByRole("status").at(-1)?.textContent;

beforeEach(() => {
	vi.useFakeTimers();
	refresh.mockClear();
	requests = [];
	response = { status: 200, body: { state: "present" } };
	const start = Date.now();
	vi.stubGlobal("fetch", async () => {
		requests.push((Date.now() - start) / 1000);
		return Response.json(response.body, { status: response.status });
	});
	({ rerender } = render(status("s_1"), { wrapper: Frame }));
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

async function pass(seconds: number): Promise<void> {
	for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
}

test("looks less and less often, stops after a minute and says so", async () => {
	await pass(3600);
	expect(requests).toEqual([2, 5, 10, 18, 31, 52]);
	expect(words()).toBe("Still listed. This page no longer checks.");
	expect(refresh).not.toHaveBeenCalled();
});

test("looks as long for another that is requested on the same page, whatever has become of the first", async () => {
	await pass(100);
	rerender(status("s_2"));
	expect(words()).toContain("checks again by itself");
	await pass(3600);
	expect(requests.slice(6)).toEqual([102, 105, 110, 118, 131, 152]);
	response.body = { state: "gone" };
	rerender(status("s_3"));
	await pass(3);
	expect(refresh).toHaveBeenCalledTimes(1);
});

test("refreshes the page once it is gone, makes those read before old, and looks no more", async () => {
	await pass(3);
	const before = lastWrite();
	response.body = { state: "gone" };
	await pass(3600);
	expect(requests).toEqual([2, 5]);
	expect(refresh).toHaveBeenCalledTimes(1);
	expect(lastWrite()).not.toBe(before);
});

test.each([401, 403])("stops at a %i and says why", async (status) => {
	response = { status, body: { problem: { title: "Signed out", message: "" } } };
	await pass(3600);
	expect(requests).toEqual([2]);
	expect(words()).toBe("This page can't check again: Signed out.");
});

test("waits as long as the tenant's limit lasts, and stops where that is long", async () => {
	response = { status: 429, body: { problem: { title: "Too many requests", message: "", retryAfterSeconds: 20 } } };
	await pass(30);
	expect(requests).toEqual([2, 22]);
	response.body = { problem: { title: "Too many requests", message: "", retryAfterSeconds: 60 } };
	await pass(3600);
	expect(requests).toEqual([2, 22, 42]);
	expect(words()).toBe("Whether that is still so is not known. This page no longer checks.");
});

test("looks on after a fault, and not while its tab is hidden", async () => {
	response = { status: 502, body: { problem: { title: "No answer", message: "" } } };
	await pass(6);
	expect(requests).toEqual([2, 5]);
	vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
	await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
	await pass(3600);
	expect(requests).toEqual([2, 5]);
});
