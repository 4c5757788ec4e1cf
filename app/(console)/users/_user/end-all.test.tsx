import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { EndAllSessions } from "./end-all";
import type * as userActions from "./user-actions";

const connection = vi.hoisted(() => ({ isLost: false }));
vi.mock("./user-actions", async (original) => {
	const actions = await original<typeof userActions>();
	const endSessionsAction: typeof userActions.endSessionsAction = async (...sent) => {
		if (connection.isLost) throw new TypeError("Failed to fetch");
		return actions.endSessionsAction(...sent);
	};
	return { ...actions, endSessionsAction };
});

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	connection.isLost = false;
	await clearDashboardState();
	await service.close();
});

/** Responds to each request in turn. */
function respondWith(...statuses: number[]) {
	service.handle = (_, response) => {
		const status = statuses.shift() ?? 500;
		const headers = { "retry-after": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" };
		json(response, status, { statusCode: status, message: "" }, status === 429 ? headers : {});
	};
}

const written = () => service.seen.map(({ method, url }) => `${method} ${url.split("/").slice(-2).join("/")}`);
const SESSIONS = "DELETE usr_1/sessions";
const TOKENS = "DELETE usr_1/refresh-tokens";

/** Opens nothing: the dialog's parts are there without it. */
function begin() {
	const count = { count: 2, isAtLeast: false };
	render(<EndAllSessions userId="usr_1" person="Mina" sessions={count} tokens={count} />);
	fireEvent.click(box());
	press();
}

const box = () => screen.getByLabelText<HTMLInputElement>("Also revoke all refresh tokens");
const button = () => document.querySelector("dialog form button") as HTMLButtonElement;

function press() {
	button().focus();
	fireEvent.click(button());
}

test.each([429, 400, 403] as const)(
	"a person's tokens are revoked with the second press too after a %d",
	async (status) => {
		respondWith(status, 204, 403);
		begin();
		await screen.findByRole("alert", { hidden: true });
		expect([box().checked, document.activeElement]).toEqual([true, button()]);
		if (status === 429) await screen.findByText("You can try again now.");
		await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("false"));
		press();
		await screen.findByText("The sessions end, the refresh tokens stay");
		expect(written()).toEqual([SESSIONS, SESSIONS, TOKENS]);
		expect(box().checked).toBe(true);
	},
);

test("a person's tokens are revoked with the second press too after a lost connection", async () => {
	connection.isLost = true;
	respondWith(204, 403);
	begin();
	await screen.findByText("Not confirmed");
	expect([box().checked, document.activeElement]).toEqual([true, button()]);
	connection.isLost = false;
	press();
	await screen.findByText("The sessions end, the refresh tokens stay");
	expect(written()).toEqual([SESSIONS, TOKENS]);
});
