import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scroller } from "@/components/ui/scroller";
import { emptyValues } from "../../_edit/template-editor";
import type { TryItResponse } from "../_run/try-it-fields";
import type { WalletOptions } from "./request-from-wallet";
import * as runTool from "./run-tool";
import { TryItProvider, useTryIt } from "./try-it-run";
import { TryItTab } from "./try-it-tab";

type Callback = (seen: { isIntersecting: boolean }[]) => void;
type Running = { tool: string; options: WalletOptions; end: (response: TryItResponse) => void };

let callbacks: Callback[];
let running: Running[];

beforeEach(() => {
	callbacks = [];
	running = [];
	vi.spyOn(runTool, "runTool").mockImplementation(
		({ tool }, options) => new Promise((resolve) => running.push({ tool, options, end: resolve })),
	);
	vi.spyOn(runTool, "WalletCode").mockImplementation(() => (
		<Scroller label="Code" className="">
			loaded
		</Scroller>
	));
	vi.spyOn(runTool, "Outcome").mockImplementation(({ response: { notice } }) => (
		<section tabIndex={-1} aria-label="Result">
			{notice?.message}
		</section>
	));
	vi.stubGlobal(
		"IntersectionObserver",
		class {
			constructor(callback: Callback) {
				callbacks.push(callback);
			}
			observe() {}
			disconnect() {}
		},
	);
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

function Phone() {
	const { press } = useTryIt();
	return (
		<button type="submit" onClick={(event) => void press(event, "check", true)}>
			Share
		</button>
	);
}

const tab = (
	<form>
		<TryItProvider current={() => ({ baseline: null, values: emptyValues })}>
			<TryItTab
				sections={[
					{ tool: "check", title: "Check", help: "", fields: [{ field: "root", label: "Root" }], button: "Check it" },
					{ tool: "wallet", title: "Ask", help: "", fields: [], button: "Ask it" },
				]}
				input={null}
				faults={undefined}
			>
				submitted
			</TryItTab>
			<Phone />
		</TryItProvider>
	</form>
);

test("the tab's client part is loaded when it is visible, also where a busy page gets both entries at once, hidden and visible", async () => {
	const { container, findByText } = render(tab);
	for (const callback of callbacks) callback([{ isIntersecting: false }]);
	expect(container.textContent).toBe("CheckRootCheck itAskAsk itsubmittedShare");
	for (const callback of callbacks) callback([{ isIntersecting: false }, { isIntersecting: true }]);
	await findByText(/loaded/);
});

test("a press shows its own response alone; the same again does nothing until then, another one takes its place", async () => {
	const { getByRole, findByText, queryByText, queryByRole } = render(tab);
	const press = async (name: string) => {
		await act(async () => void fireEvent.click(getByRole("button", { name })));
	};
	await press("Ask it");
	await press("Ask it");
	expect(running.map(({ tool }) => tool)).toEqual(["wallet"]);
	const [asked] = running;
	act(() => asked?.options.onWait(true));
	expect(getByRole("button", { name: "Cancel" })).toBeTruthy();
	expect(queryByText("submitted")).toBeNull();

	await press("Check it");
	expect(asked?.options.signal.aborted).toBe(true);
	expect(queryByRole("button", { name: "Cancel" })).toBeNull();
	await act(async () => asked?.end({ notice: { title: "", message: "of the wallet" } }));
	await act(async () => running[1]?.end({ notice: { title: "", message: "of the check" } }));
	await findByText("of the check");
	// Some browsers finish a request that was aborted.
	act(() => asked?.options.onWait(false));
	await findByText("of the check");
	expect(queryByText("of the wallet")).toBeNull();
	expect(document.activeElement).toBe(getByRole("region", { name: "Result" }));

	await press("Check it");
	await act(async () => running[2]?.end({ faults: { root: "It is refused." } }));
	const root = getByRole("textbox", { name: "Root" });
	expect(document.activeElement).toBe(root);
	expect(root.getAttribute("aria-invalid")).toBe("true");
});

test("the phone's button runs its own where the tab runs the same tool: that one's response is not shown", async () => {
	const { getByRole, findByText, queryByText } = render(tab);
	for (const name of ["Check it", "Share", "Share"]) {
		await act(async () => void fireEvent.click(getByRole("button", { name })));
	}
	expect(running.map(({ options }) => options.signal.aborted)).toEqual([true, false]);
	await act(async () => running[0]?.end({ notice: { title: "", message: "of the tab" } }));
	await act(async () => running[1]?.end({ notice: { title: "", message: "of the phone" } }));
	await findByText("of the phone");
	expect(queryByText("of the tab")).toBeNull();
});

test("leaving the page cancels a request", async () => {
	const { getByRole, unmount } = render(tab);
	await act(async () => void fireEvent.click(getByRole("button", { name: "Ask it" })));
	unmount();
	expect(running[0]?.options.signal.aborted).toBe(true);
});
