import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TryItPlace } from "./try-it-place";

vi.mock("./try-it-client", () => ({ TryItClient: () => "live" }));

type Tell = (seen: { isIntersecting: boolean }[]) => void;

test("what runs in the tab comes when it is in sight, also where a busy page learns at once that it was not and that it is", async () => {
	const tells: Tell[] = [];
	vi.stubGlobal(
		"IntersectionObserver",
		class {
			constructor(tell: Tell) {
				tells.push(tell);
			}
			observe() {}
			disconnect() {}
		},
	);
	const { container, findByText } = render(<TryItPlace pressed={null}>controls</TryItPlace>);
	for (const tell of tells) tell([{ isIntersecting: false }]);
	expect(container.textContent).toBe("controls");
	for (const tell of tells) tell([{ isIntersecting: false }, { isIntersecting: true }]);
	await findByText("live");
});
