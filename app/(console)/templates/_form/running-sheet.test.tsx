import { fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as tryItRun from "../try-it/_tab/try-it-run";
import { RunningSheet } from "./running-sheet";

type Run = { names: string[]; isOnPhone: boolean; response: { notice: string } | null };

const seen = { tried: {} as object, press: vi.fn() };

const PART = {
	PhoneDeclined: () => "Nothing is shared",
	PhoneResult: ({ response }: { response: { notice: string } }) => response.notice,
};
const NAMES = ["family_name"];
const RUNNING: Run = { names: NAMES, isOnPhone: true, response: null };

/** What is loaded, and what runs. */
function tried(run: Run | null, { part = PART as typeof PART | null, failures = 0 } = {}) {
	seen.tried = { lazy: { part, failures, isLoading: false, request: async () => part }, run, press: seen.press };
}

beforeEach(() => {
	seen.press.mockImplementation((event: Event) => event.preventDefault());
	vi.spyOn(tryItRun, "useTryIt").mockImplementation(() => seen.tried as ReturnType<typeof tryItRun.useTryIt>);
	tried(null);
});
afterEach(() => void vi.restoreAllMocks());

function opened() {
	const sheet = () => (
		<form>
			<RunningSheet names={NAMES}>asked for</RunningSheet>
		</form>
	);
	const { container, getByRole, rerender } = render(sheet());
	const again = (...state: Parameters<typeof tried>) => {
		tried(...state);
		rerender(sheet());
	};
	const status = () => container.querySelector("[role=status]")?.textContent ?? null;
	const press = (name: string) => fireEvent.click(getByRole("button", { name }));
	return { again, status, press, button: (name: string) => getByRole("button", { name }) };
}

test("sharing shows that it runs, then its result; one of the tab, or of other ticks, is not shown", () => {
	const { again, status, press, button } = opened();
	press("Share");
	expect(status()).toBeNull();
	again(RUNNING);
	expect(status()).toBe("Working…");
	again({ ...RUNNING, response: { notice: "the result" } });
	expect(status()).toBe("the result");
	for (const other of [{ isOnPhone: false }, { names: ["portrait"] }]) {
		again({ ...RUNNING, ...other, response: { notice: "of another run" } });
		expect(status()).toBeNull();
	}
	expect(button("Share")).toBeTruthy();
});

test("where its part can't be loaded that is said, and once it is loaded the sheet asks again: nothing runs", () => {
	const { again, status, press, button } = opened();
	press("Share");
	again(RUNNING, { part: null });
	again(null, { part: null, failures: 1 });
	expect(status()).toContain("The simulation could not be loaded.");
	expect(status()).not.toContain("Working");
	again(null);
	expect(status()).toBeNull();
	expect(document.activeElement).toBe(button("Share"));
});

test("Back returns the focus to the button that was pressed", () => {
	const { again, status, press, button } = opened();
	press("Decline");
	expect(status()).toBe("Nothing is shared");
	expect(document.activeElement?.getAttribute("tabindex")).toBe("-1");
	press("Back");
	expect(document.activeElement).toBe(button("Decline"));
	press("Share");
	again({ ...RUNNING, response: { notice: "the result" } });
	press("Back");
	expect(document.activeElement).toBe(button("Share"));
});
