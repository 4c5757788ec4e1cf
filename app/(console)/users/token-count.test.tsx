import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { TokenCount } from "./token-count";

afterEach(() => void vi.unstubAllGlobals());

test("counts on demand, once for two presses, and again where that failed; the link keeps the focus and leads to the tokens", async () => {
	const requested: string[] = [];
	const responses = [{ problem: { title: "Too many requests", message: "Wait." } }, { count: 1 }];
	vi.stubGlobal("fetch", async (address: string) => {
		requested.push(address);
		return Response.json(responses.shift());
	});
	render(<TokenCount userId="auth0|1" name="Mina" />, { wrapper: Queries });
	const link = screen.getByRole("link", { name: "Count the tokens of Mina" });
	expect(link.getAttribute("href")).toBe("/users/auth0%7C1#refresh-tokens");
	link.focus();
	fireEvent.click(link);
	fireEvent.click(link);
	await screen.findByRole("link", { name: "Too many requests. Try again" });
	expect(link.title).toBe("Wait.");
	fireEvent.click(link);
	await screen.findByRole("link", { name: "1 token of Mina" });
	expect(document.activeElement).toBe(link);
	expect(requested).toEqual(Array(2).fill("/api/console/users/auth0%7C1/refresh-tokens"));
	await waitFor(() => expect(link.textContent).toBe("1"));
});
