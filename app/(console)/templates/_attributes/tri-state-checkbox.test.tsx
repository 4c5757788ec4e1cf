import { render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { TriStateCheckbox } from "./tri-state-checkbox";

test.each([
	["ticks all", 1, [[true]]],
	["clears all", 3, [[false]]],
])("a press before hydration %s once", (_, ticked, toggles) => {
	const onToggle = vi.fn();
	const box = <TriStateCheckbox label="All" ticked={ticked} of={3} isFiltered={false} onToggle={onToggle} />;
	const container = document.createElement("div");
	document.body.append(container);
	container.innerHTML = renderToString(box);
	container.querySelector("input")?.click();
	const { rerender } = render(box, { container, hydrate: true });
	rerender(box);
	expect(onToggle.mock.calls).toEqual(toggles);
});
