import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { nameOrId } from "@/lib/contract/name-or-id";
import type { Found } from "./jump";
import { PaletteResults } from "./palette-results";
import { Suggestions } from "./suggestions";

afterEach(() => {
	vi.unstubAllGlobals();
});

const ignore = () => {};

/** Two templates and a user as the handler of the palette names them. */
const found: Found[] = [
	{
		what: "template",
		are: "newest",
		found: ["\u202egnp.exe", "שלום", " \u200b"].map((name, index) => {
			const id = `vct_${index}`;
			return { id, name: nameOrId(name, id) };
		}),
	},
	{ what: "application", are: "by name", found: [{ id: "app_1", name: "\u2067app" }] },
];

function respond(): void {
	vi.stubGlobal("fetch", async () => Response.json({ found }));
}

/** Of elements: the text that is in no element of its own direction. */
function textOutside(element: Element): string {
	const copy = element.cloneNode(true) as Element;
	for (const isolated of copy.querySelectorAll("bdi")) isolated.remove();
	return copy.textContent ?? "";
}

test("the palette isolates each name, marks what would turn it around, and names a blank one by its ID", async () => {
	respond();
	const rights = { role: "viewer", hasOutbox: false } as const;
	render(
		<PaletteResults
			text=""
			rights={rights}
			chosen={null}
			onChoose={ignore}
			onActive={ignore}
			onArrive={ignore}
			onPress={ignore}
		/>,
		{ wrapper: Queries },
	);
	await screen.findByText("שלום");
	const options = screen.getAllByRole("option").filter((option) => /\/templates\/vct_/.test(option.outerHTML));
	expect(options).toHaveLength(3);
	for (const option of options) expect(textOutside(option)).not.toMatch(/[\u202e\u200bש]|gnp|“/);
	const [turned, , blank] = options;
	expect(turned?.querySelector("bdi > .invisible-character")?.getAttribute("data-code")).toBe("U+202E");
	expect(turned?.textContent).toContain("vct_0");
	expect(blank?.textContent).toContain("“ ” vct_2");
});

test("the suggestions of a field isolate and mark them alike", async () => {
	respond();
	render(<Suggestions text="gnp" path="/search" />, { wrapper: Queries });
	const link = await screen.findByRole("link", { name: /gnp\.exe/ });
	expect(textOutside(link)).not.toMatch(/\u202e|gnp/);
	expect(link.querySelector(".invisible-character")?.getAttribute("data-code")).toBe("U+202E");
});
