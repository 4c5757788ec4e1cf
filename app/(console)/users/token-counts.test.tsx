import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { CountTokens, TokenCount } from "./token-counts";

afterEach(() => void vi.unstubAllGlobals());

test("no more is counted once the page is left", async () => {
	const requested: string[] = [];
	const { promise, resolve } = Promise.withResolvers<Response>();
	vi.stubGlobal("fetch", (address: string) => {
		requested.push(address);
		return promise;
	});
	const page = render(<CountTokens userIds={["auth0|1", "auth0|2"]} />, { wrapper: Queries });
	fireEvent.click(screen.getByRole("button", { name: "Count refresh tokens" }));
	page.unmount();
	resolve(Response.json({ count: 1 }));
	await promise;
	await new Promise((done) => setImmediate(done));
	expect(requested).toHaveLength(1);
});

test("one button counts for all users, one after the other; a failure ends it, and the next press counts the rest", async () => {
	const requested: string[] = [];
	const responses = [{ count: 1 }, { problem: { title: "Too many requests", message: "Wait." } }, { count: 0 }];
	vi.stubGlobal("fetch", async (address: string) => {
		requested.push(address);
		return Response.json(responses.shift());
	});
	const users = { "auth0|1": "Mina", "auth0|2": "Vera" };
	render(
		<>
			<CountTokens userIds={Object.keys(users)} />
			{Object.entries(users).map(([id, name]) => (
				<TokenCount key={id} userId={id} name={name} />
			))}
		</>,
		{ wrapper: Queries },
	);
	expect(screen.getAllByText("—")).toHaveLength(2);
	expect(requested).toEqual([]);
	const button = screen.getByRole("button", { name: "Count refresh tokens" });
	button.focus();
	fireEvent.click(button);
	fireEvent.click(button);
	await screen.findByText("Too many requests. Wait.");
	expect(screen.getByRole("link", { name: "1 token of Mina" }).getAttribute("href")).toBe(
		"/users/auth0%7C1#refresh-tokens",
	);
	expect(screen.getAllByText("—")).toHaveLength(1);
	fireEvent.click(button);
	expect((await screen.findByRole("link", { name: "0 tokens of Vera" })).textContent).toBe("0");
	expect(screen.queryByText(/Too many/)).toBeNull();
	await screen.findByText("Counted.");
	expect(document.activeElement).toBe(button);
	const [first, second] = Object.keys(users).map((id) => `/api/console/users/${encodeURIComponent(id)}/refresh-tokens`);
	expect(requested).toEqual([first, second, second]);
});
