import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveSearch } from "./live-search";

const replace = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ replace }) }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("what is typed is searched for by the page itself, and what it found is announced, not what it had found before", () => {
	const search = (text: string, summary: string | null) => (
		<LiveSearch path="/refresh-tokens" label="User" help="…" text={text} summary={summary}>
			<p>results</p>
		</LiveSearch>
	);
	const { rerender } = render(search("mina", "3 refresh tokens found."));
	expect(screen.getByRole("status").textContent).toBe("");
	const input = screen.getByLabelText<HTMLInputElement>("User");
	input.focus();
	fireEvent.input(input, { target: { value: "jo se" } });
	act(() => vi.advanceTimersByTime(1000));
	expect(replace.mock.calls).toEqual([["/refresh-tokens?q=jo%20se", { scroll: false }]]);
	rerender(search("jo se", "2 users found."));
	expect(screen.getByRole("status").textContent).toBe("2 users found.");
	fireEvent.input(input, { target: { value: " " } });
	act(() => vi.advanceTimersByTime(1000));
	expect(replace).toHaveBeenLastCalledWith("/refresh-tokens", { scroll: false });
});

test("where a search costs requests, one letter begins none, and does within one", () => {
	replace.mockClear();
	const search = (text: string) => (
		<LiveSearch path="/refresh-tokens" label="User" help="…" text={text} liveFrom={2}>
			<p>results</p>
		</LiveSearch>
	);
	const { rerender } = render(search(""));
	const input = screen.getByLabelText<HTMLInputElement>("User");
	const type = (value: string) => {
		fireEvent.input(input, { target: { value } });
		act(() => vi.advanceTimersByTime(1000));
	};
	type("m");
	expect(replace).not.toHaveBeenCalled();
	type("mi");
	rerender(search("mi"));
	type("m");
	type("");
	expect(replace.mock.calls.map(([address]) => address)).toEqual([
		"/refresh-tokens?q=mi",
		"/refresh-tokens?q=m",
		"/refresh-tokens",
	]);
});
