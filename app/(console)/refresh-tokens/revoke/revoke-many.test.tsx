import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { RevokeMany } from "./revoke-many";
import * as revokeManyActions from "./revoke-many-action";

const connection = { isLost: false };
const SCOPES = "read:refresh_tokens delete:refresh_tokens";

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope: SCOPES });
	await pointAtService(service.address);
	signInAs("editor");
	const { revokeManyAction } = revokeManyActions;
	vi.spyOn(revokeManyActions, "revokeManyAction").mockImplementation(async (...sent) => {
		if (connection.isLost) throw new TypeError("Failed to fetch");
		return revokeManyAction(...sent);
	});
});
afterEach(async () => {
	vi.restoreAllMocks();
	await clearDashboardState();
	await service.close();
});

/** The tenant lists no token of the user, so each is revoked by a request of its own. */
const none = { tokens: [] };

function renderTokens(...ids: string[]) {
	const tokens = ids.map((id) => ({ id, application: "Storefront", device: null }));
	render(<RevokeMany tokens={tokens} userId="usr_1" back="/refresh-tokens" />);
}

test("revoking that takes longer than one request may continues by itself, at the service's pace, until it is refused", async () => {
	const seenAt: number[] = [];
	const { now } = Date;
	let aheadMs = 0;
	vi.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
	/** The responses in turn, and how many seconds each takes. */
	const responses = [
		{ id: "a", status: 202, seconds: 6 },
		{ id: "b", status: 202, seconds: 4.5 },
		{ id: "c", status: 429, seconds: 0 },
		{ id: "c", status: 404, seconds: 0 },
		{ id: "d", status: 403, seconds: 0 },
	];
	let requests = 0;
	service.handle = ({ method, url }, response) => {
		if (method === "GET") return json(response, 200, none);
		const { id, status, seconds } = responses[requests] ?? { id: "none", status: 500, seconds: 0 };
		expect([method, url.split("/").at(-1)]).toEqual(["DELETE", id]);
		requests += 1;
		seenAt.push(performance.now());
		aheadMs += seconds * 1000;
		json(response, status, { statusCode: status, message: "" }, status === 429 ? { "retry-after": "1" } : {});
	};
	renderTokens("a", "b", "c", "d");
	fireEvent.click(screen.getByText("Revoke 4 tokens"));
	await screen.findByText(/^1 of 4 revocations requested, 3 not tried yet/);
	await screen.findByText(/^2 of 4 revocations requested, 1 was already gone, 1 not tried yet/);
	expect(requests).toBe(responses.length);
	const [refused = 0, repeated = 0] = seenAt.slice(2);
	expect(repeated - refused, "the wait that the service required").toBeGreaterThan(990);
});

test("what was revoked stays listed when the connection is lost, and the rest is sent again with the focus on the button", async () => {
	service.handle = ({ method, url }, response) => {
		if (method === "GET") return json(response, 200, none);
		const status = url.endsWith("/a") ? 202 : 403;
		json(response, status, { statusCode: status, message: "" });
	};
	renderTokens("a", "b", "c");
	const button = screen.getByText<HTMLButtonElement>("Revoke 3 tokens");
	button.focus();
	fireEvent.click(button);
	await screen.findByText(/^1 of 3 revocations requested, 2 not tried yet/);
	connection.isLost = true;
	fireEvent.click(screen.getByText("Resume revoking 2 tokens"));
	await screen.findByText("Not confirmed");
	screen.getByText(/^1 of 3 revocations requested, 2 not tried yet/);
	expect(screen.getAllByRole("listitem").map(({ textContent }) => /requested$/.test(textContent))).toEqual([
		...[true, false, false],
	]);
	expect(document.activeElement).toBe(button);
	connection.isLost = false;
	fireEvent.click(button);
	await waitFor(() => expect(screen.queryByText("Not confirmed")).toBeNull());
	const revoked = service.seen.filter(({ method }) => method === "DELETE");
	expect(revoked.map(({ url }) => url.split("/").at(-1))).toEqual(["a", "b", "b"]);
});

test("where the response to a request for several is lost, each that is still listed is not confirmed, and is tried again", async () => {
	let listed = ["a", "b", "c"];
	const bodies: string[] = [];
	service.handle = ({ method, body }, response) => {
		if (method === "GET") return json(response, 200, { tokens: listed.map((id) => ({ id })) });
		bodies.push(body);
		if (bodies.length === 1) {
			listed = ["b", "c"];
			return void response.destroy();
		}
		json(response, 400, { statusCode: 400, message: "no" });
	};
	renderTokens("a", "b", "c");
	fireEvent.click(screen.getByText("Revoke 3 tokens"));
	await screen.findByText("Not confirmed");
	screen.getByText(/^1 of 3 revocations requested, 2 not confirmed\. The tenant carries them out shortly\./);
	expect(
		screen.getAllByRole("listitem").map(({ textContent }) => textContent?.match(/requested|not confirmed/)?.[0]),
	).toEqual(["requested", "not confirmed", "not confirmed"]);
	fireEvent.click(screen.getByText("Resume revoking 2 tokens"));
	await screen.findByText(/^1 of 3 revocations requested, 2 not tried yet/);
	expect(bodies.map((body) => JSON.parse(body))).toEqual([{ ids: ["a", "b", "c"] }, { ids: ["b", "c"] }]);
});
