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
