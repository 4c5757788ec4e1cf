import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { GET } from "./route";

let service: FaultServer;
const refuse = (status: number) => {
	service.handle = (_, response) => json(response, status, refusal(status));
};
const fetchJump = (query = "") => GET(new NextRequest(`http://localhost:3000/api/console/jump${query}`));
const fetchUsers = (text: string) => fetchJump(`?${new URLSearchParams({ q: text })}`);

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("viewer");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

it("returns ids, names and prints of the newest 100 templates, and names of the applications, with one call to the service each", async () => {
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };
	const bars = { templates: [{ id: "vct_1", name: "Bar", presentation }], next: "more" };
	service.handle = ({ url }, response) =>
		json(
			response,
			200,
			url.includes("/clients?") ? [{ client_id: "k3y", name: "Shop", client_secret: "planted" }] : bars,
		);
	const response = await fetchJump();
	expect(response.headers.get("cache-control")).toBe("private, no-store");
	expect(await response.json()).toEqual({
		found: [
			{ what: "template", are: "newest", found: [{ id: "vct_1", name: "Bar", print: printOf({ portrait: true }) }] },
			{ what: "refresh token", are: "opened recently", found: [] },
			{ what: "application", are: "by name", found: [{ id: "k3y", name: "Shop" }] },
		],
	});
	expect(service.seen.map(({ url }) => url).sort()).toEqual([
		"/api/v2/clients?fields=client_id%2Cname%2Coidc_logout&include_fields=true&page=0&per_page=100",
		"/api/v2/verifiable-credentials/verification/templates?take=100",
	]);
});

it("returns the recent tokens even where the service fails to list the templates, with the problem", async () => {
	refuse(500);
	const response = await fetchJump();
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject({
		found: [{ what: "refresh token", are: "opened recently", found: [] }, { what: "application" }],
		unread: { title: "test answered with an error (500)" },
	});
});

it("returns users field by field, and why there are none where the tenant does not let the console search them", async () => {
	const times = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
	const user = { user_id: "auth0|1", email: "mina@example.org", name: "Mina", ...times };
	service.handle = (_, response) => json(response, 200, { users: [user] });
	expect(await (await fetchUsers("mina")).json()).toEqual({
		found: [
			{
				what: "user",
				are: "matching",
				isWhole: true,
				found: [{ id: "auth0|1", name: "mina@example.org", detail: "Mina" }],
			},
		],
	});
	service.handle = (_, response) => json(response, 200, { users: [user, null, { user_id: 5 }] });
	expect(await (await fetchUsers("min")).json()).toMatchObject({
		found: [{ found: [{ id: "auth0|1" }] }],
		notes: ["2 users that match could not be read."],
	});
	refuse(403);
	expect(await (await fetchUsers("mina")).json()).toEqual({
		found: [],
		notes: ["Users can't be searched: the tenant has not granted this console read:users."],
	});
});

it("refuses a search for nothing and for more than 300 characters before any call to the service", async () => {
	for (const text of ["", "  ", "x".repeat(301)]) expect((await fetchUsers(text)).status).toBe(400);
	expect(service.seen).toEqual([]);
});

it("responds 401 with a problem and calls nothing without a session", async () => {
	signInAs(null);
	for (const response of [await fetchJump(), await fetchUsers("mina")]) {
		expect(response.status).toBe(401);
		expect(await response.json()).toMatchObject({ problem: { title: "Signed out", about: "signed-out" } });
	}
	expect(service.seen).toEqual([]);
});
