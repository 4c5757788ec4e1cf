import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TryItPlace } from "./try-it-place";

vi.mock("./try-it-client", () => ({ TryItClient: () => "live" }));

type Callback = (seen: { isIntersecting: boolean }[]) => void;

test("the tab's client part is loaded when it is visible, also where a busy page gets both entries at once, hidden and visible", async () => {
	const callbacks: Callback[] = [];
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
	const { container, findByText } = render(<TryItPlace>controls</TryItPlace>);
	for (const callback of callbacks) callback([{ isIntersecting: false }]);
	expect(container.textContent).toBe("controls");
	for (const callback of callbacks) callback([{ isIntersecting: false }, { isIntersecting: true }]);
	await findByText("live");
});
