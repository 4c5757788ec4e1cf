import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton } from "./copy-button";
import { CopyEntry } from "./row-menu";

let clipboard: { held: string; refuses: boolean };

beforeEach(() => {
	clipboard = { held: "", refuses: false };
	vi.stubGlobal("navigator", {
		userAgent: navigator.userAgent,
		clipboard: {
			async writeText(text: string) {
				if (clipboard.refuses) throw new DOMException("No permission.", "NotAllowedError");
				clipboard.held = text;
			},
		},
	});
});
afterEach(() => void vi.unstubAllGlobals());

const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
const press = (name: string) => void fireEvent.click(screen.getByRole("button", { name }));
const says = (...words: string[]) => waitFor(() => expect(statuses()).toEqual(words));
/** As the style shows it. */
const isMarked = () => document.querySelector("[data-copied]") !== null;

const secret = (text: string) => <CopyButton text={text} label="Copy client secret" />;

test("reports what was copied until the text beside it is another one", async () => {
	const { rerender } = render(secret("first"));
	press("Copy client secret");
	await says("Copied");
	rerender(secret("first"));
	expect([clipboard.held, isMarked(), ...statuses()]).toEqual(["first", true, "Copied"]);
	rerender(secret("rotated"));
	expect([isMarked(), ...statuses()]).toEqual([false, ""]);
	press("Copy client secret");
	await says("Copied");
	expect(clipboard.held).toBe("rotated");
});

test("does not report the copy of a text that changed while it was copied", async () => {
	const { rerender } = render(secret("first"));
	press("Copy client secret");
	rerender(secret("rotated"));
	await waitFor(() => expect(clipboard.held).toBe("first"));
	expect(statuses()).toEqual([""]);
});

test("reports the last copy alone, of all on the page", async () => {
	render(
		<>
			<CopyButton text="a" label="Copy a" />
			<CopyButton text="b" label="Copy b" />
			<ul>
				<CopyEntry text="c">Copy c</CopyEntry>
			</ul>
		</>,
	);
	press("Copy a");
	await says("Copied", "", "");
	press("Copy b");
	await says("", "Copied", "");
	press("Copy c");
	await says("", "", "Copied");
	clipboard.refuses = true;
	press("Copy c");
	await says("", "", "Could not copy");
	clipboard.refuses = false;
	press("Copy a");
	await says("Copied", "", "");
});

test("a copy that is refused takes the place of the one before, and says so of that text alone", async () => {
	const { rerender } = render(secret("first"));
	press("Copy client secret");
	await says("Copied");
	clipboard.refuses = true;
	press("Copy client secret");
	await says("Couldn't copy. Select the text instead");
	expect(isMarked()).toBe(false);
	rerender(secret("rotated"));
	expect(statuses()).toEqual([""]);
});

test.each(["copy", "cut", "pageshow"])("no longer reports it after the event %s of the page", async (type) => {
	render(secret("first"));
	press("Copy client secret");
	await says("Copied");
	fireEvent(document.body, new Event(type, { bubbles: true }));
	await says("");
	expect(isMarked()).toBe(false);
});
