import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ListPages } from "./list-controls";

const links = () => screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

test("the pages of a list are linked in its own words", () => {
	const pages = { label: "Pages", first: "/list", next: "/list?from=b" };
	const { rerender } = render(<ListPages {...pages} />);
	expect(links()).toEqual([
		["First page", "/list"],
		["Next page", "/list?from=b"],
	]);
	rerender(<ListPages {...pages} words={["Newest", "Older"]} />);
	expect(links().map(([text]) => text)).toEqual(["Newest", "Older"]);
});
