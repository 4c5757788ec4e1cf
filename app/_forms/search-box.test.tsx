import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchBox } from "./search-box";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const onText = vi.fn<(text: string) => void>();
beforeEach(() => onText.mockClear());

const box = (text: string) => <SearchBox action="/users" label="Search users" help="…" text={text} onText={onText} />;
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
	expect(onText).not.toHaveBeenCalled();
	pause();
	expect(onText.mock.calls).toEqual([["min"]]);
	type("min");
	pause();
	expect(onText).toHaveBeenCalledTimes(1);
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
	expect(onText.mock.calls).toEqual([["mi"], ["mina"], ["mina"]]);
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
	expect(onText.mock.calls).toEqual([["mi"]]);
	type("mi");
	pause();
	expect(fault()).toBeNull();
	type("🚗".repeat(300));
	pause();
	expect(onText).toHaveBeenLastCalledWith("🚗".repeat(300));
});
