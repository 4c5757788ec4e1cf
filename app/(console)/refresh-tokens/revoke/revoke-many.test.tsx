import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { RevokeMany } from "./revoke-many";

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	vi.restoreAllMocks();
	await clearDashboardState();
	await service.close();
});

test("revoking that takes longer than one request may continues by itself, at the service's pace, until it is refused", async () => {
	// The test's DOM passes the form itself as the submitter where none is named.
	const sentAt: number[] = [];
	vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(function (this: HTMLFormElement) {
		sentAt.push(performance.now());
		fireEvent.submit(this);
	});
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
		const { id, status, seconds } = responses[requests] ?? { id: "none", status: 500, seconds: 0 };
		expect([method, url.split("/").at(-1)]).toEqual(["DELETE", id]);
		requests += 1;
		aheadMs += seconds * 1000;
		json(response, status, { statusCode: status, message: "" }, status === 429 ? { "retry-after": "1" } : {});
	};
	const tokens = ["a", "b", "c", "d"].map((id) => ({ id, application: "Storefront", device: null }));
	render(<RevokeMany tokens={tokens} userId="usr_1" back="/refresh-tokens" />);
	fireEvent.click(screen.getByText("Revoke 4 tokens"));
	await screen.findByText(/^1 of 4 revocations requested, 3 not tried yet/);
	await screen.findByText(/^2 of 4 revocations requested, 1 were gone already, 1 not tried yet/);
	expect(requests).toBe(responses.length);
	expect(sentAt).toHaveLength(3);
	const [, refused = 0, repeated = 0] = sentAt;
	expect(repeated - refused, "the wait that the service required").toBeGreaterThan(990);
});
