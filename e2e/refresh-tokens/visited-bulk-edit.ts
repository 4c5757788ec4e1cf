import { within } from "@testing-library/dom";
import type { VisitedPage, Visitor } from "../http/visitor";
import type { SampleToken } from "./sample-tokens";

// The pages of a bulk edit, read and sent without a browser.

/** The path of the form for the metadata of these tokens. */
export function formOf(tokens: readonly SampleToken[], user = tokens[0]?.userId ?? ""): string {
	return `/refresh-tokens/bulk?${new URLSearchParams([["user", user], ...tokens.map(({ id }) => ["token", id])])}`;
}

/** Requests a preview by the form. */
export async function previewOf(
	visitor: Visitor,
	tokens: readonly SampleToken[],
	values: Record<string, string>,
	operation = "Set a key",
): Promise<VisitedPage> {
	return previewAt(visitor, formOf(tokens), values, operation);
}

/** The same, of tokens or sessions. @param path of the form */
export async function previewAt(
	visitor: Visitor,
	path: string,
	values: Record<string, string>,
	operation = "Set a key",
): Promise<VisitedPage> {
	const form = await visitor.open(path);
	form.getByRole<HTMLInputElement>("radio", { name: operation }).checked = true;
	return visitor.press(form, "Preview changes", values);
}

export const tokensOn = (page: VisitedPage) => page.getByRole("list", { name: "Tokens" });
export const statusOf = (page: VisitedPage) =>
	within(page.getByRole("main"))
		.getAllByRole("status")
		.map(({ textContent }) => textContent)
		.join("");

/** The text of a token's entry. */
export function entryOf(page: VisitedPage, { id }: SampleToken): string | undefined {
	return within(tokensOn(page))
		.getAllByRole("listitem")
		.map(({ textContent }) => textContent ?? "")
		.find((text) => text.includes(id));
}
