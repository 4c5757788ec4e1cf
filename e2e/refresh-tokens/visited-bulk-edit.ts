import { within } from "@testing-library/dom";
import type { VisitedPage, Visitor } from "../http/visitor";
import type { SampleToken } from "./sample-tokens";

// The pages of a bulk edit, read and sent without a browser.

/** Where the metadata of these tokens is edited. */
export function formOf(tokens: readonly SampleToken[], user = tokens[0]?.userId ?? ""): string {
	return `/refresh-tokens/bulk?${new URLSearchParams([["user", user], ...tokens.map(({ id }) => ["token", id])])}`;
}

/** Asks for a preview by the form. */
export async function previewOf(
	who: Visitor,
	tokens: readonly SampleToken[],
	values: Record<string, string>,
	operation = "Set a key",
): Promise<VisitedPage> {
	const form = await who.open(formOf(tokens));
	form.getByRole<HTMLInputElement>("radio", { name: operation }).checked = true;
	return who.press(form, "Preview changes", values);
}

export const tokensOn = (page: VisitedPage) => page.getByRole("list", { name: "Tokens" });
export const statusOf = (page: VisitedPage) =>
	within(page.getByRole("main"))
		.getAllByRole("status")
		.map(({ textContent }) => textContent)
		.join("");

/** What is said of a token. */
export function entryOf(page: VisitedPage, { id }: SampleToken): string | undefined {
	return within(tokensOn(page))
		.getAllByRole("listitem")
		.map(({ textContent }) => textContent ?? "")
		.find((text) => text.includes(id));
}
