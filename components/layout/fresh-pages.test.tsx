import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { router } from "@/lib/testing/next-navigation";
import { FreshPage, FreshPages } from "./fresh-pages";
import { lastWrite, noteWrite } from "./last-write";

const refresh = vi.fn();
router.refresh = refresh;

beforeEach(() => void refresh.mockReset());
afterEach(cleanup);

/** A page that was requested after this write, in the frame. */
const page = (renderedAfter: string) => (
	<FreshPages>
		<FreshPage renderedAfter={renderedAfter} />
	</FreshPages>
);
const refreshes = () => refresh.mock.calls.length;

test("a page from before a write is read again when it is shown, one from after it is not", () => {
	noteWrite();
	const before = lastWrite();
	render(page(before)).unmount();
	expect(refreshes()).toBe(0);
	noteWrite();
	render(page(before)).unmount();
	expect(refreshes()).toBe(1);
	render(page(lastWrite())).unmount();
	expect(refreshes()).toBe(1);
});

test("the page of a write itself is not read again while it stays", () => {
	noteWrite();
	const before = lastWrite();
	const { rerender } = render(page(before));
	noteWrite();
	rerender(page(before));
	expect(refreshes()).toBe(0);
});

test("however old the response is, a page is read again once for each write", () => {
	noteWrite();
	const shown = render(page("an old page"));
	expect(refreshes()).toBe(1);
	// The responses of an instance, or of a cache, that never saw the write.
	for (const response of ["another old page", "a third", ""]) shown.rerender(page(response));
	expect(refreshes()).toBe(1);
	noteWrite();
	shown.rerender(page("a fourth"));
	expect(refreshes()).toBe(2);
});

test("a page is as old as the writes before it, whatever the time is on the instance that rendered it", () => {
	const day = 24 * 3600_000;
	vi.useFakeTimers({ toFake: ["Date"] });
	for (const ahead of [-day, 0, day]) {
		vi.setSystemTime(Date.parse("2026-01-01T00:00:00Z") + ahead);
		noteWrite();
		render(page(lastWrite())).unmount();
	}
	vi.useRealTimers();
	expect(refreshes()).toBe(0);
});

test("a document that the browser restores is read again, one that it has loaded is not", () => {
	render(page(lastWrite()));
	window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
	expect(refreshes()).toBe(0);
	window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
	expect(refreshes()).toBe(1);
});
