import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { router } from "@/lib/testing/next-navigation";
import { LiveSearch } from "./live-search";

const replace = vi.fn<(address: string, options: object) => void>();
router.replace = replace;

beforeEach(() => {
	vi.useFakeTimers();
	replace.mockClear();
});
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

const box = (text: string) => (
	<LiveSearch path="/users" label="Search users" help="…" text={text}>
		<p>results</p>
	</LiveSearch>
);
/** The texts that were searched for. */
const searches = () => replace.mock.calls.map(([address]) => new URL(address, "http://x").searchParams.get("q"));
const input = () => screen.getByLabelText<HTMLInputElement>("Search users");
function type(value: string) {
	input().focus();
	fireEvent.input(input(), { target: { value } });
}
/** What describes the field as invalid. */
function fault(): string | null {
	if (input().getAttribute("aria-invalid") !== "true") return null;
	const ids = input().getAttribute("aria-describedby")?.split(" ") ?? [];
	return document.getElementById(ids.at(-1) ?? "")?.textContent ?? null;
}
const pause = () => act(() => vi.advanceTimersByTime(1000));

test("one search is made after a pause in typing, and none for a text that is searched for already", () => {
	render(box(""));
	for (const value of ["m", "mi", "min "]) type(value);
	expect(searches()).toEqual([]);
	pause();
	expect(searches()).toEqual(["min"]);
	type("min");
	pause();
	expect(searches()).toHaveLength(1);
});

test("a late answer overwrites nothing that is being typed; a link to another search shows its text", () => {
	const { rerender } = render(box(""));
	type("mi");
	pause();
	type("mina");
	pause();
	rerender(box("mi"));
	expect(input().value).toBe("mina");
	rerender(box("mina"));
	input().blur();
	rerender(box(""));
	expect(input().value).toBe("");
	type("mina");
	pause();
	expect(searches()).toEqual(["mi", "mina", "mina"]);
});

test("a text that is too long is not searched for, and the field says so until it is shorter", () => {
	render(box(""));
	type("mi");
	pause();
	for (const value of ["a".repeat(3_000), "🚗".repeat(301)]) {
		type(value);
		pause();
		expect(fault()).toBe("At most 300 characters can be searched for.");
		const { form } = input();
		expect(form && fireEvent.submit(form)).toBe(false);
	}
	expect(searches()).toEqual(["mi"]);
	type("mi");
	pause();
	expect(fault()).toBeNull();
	type("🚗".repeat(300));
	pause();
	expect(searches().at(-1)).toBe("🚗".repeat(300));
});
