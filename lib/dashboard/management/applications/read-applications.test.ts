import { afterEach, beforeEach, expect, test } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { accessToken } from "../call/access-token";
import { getApplication, getFederatedApplication, holds, listApplications } from "./read-applications";

let service: FaultServer;
/** What the tenant refuses to read. */
let refused: string[];

beforeEach(async () => {
	service = await startFaultServer();
	refused = [];
	service.handle = ({ url }, response) => {
		const named = namedIn(url);
		const unreadable = refused.filter((name) => named.includes(name));
		if (unreadable.length === 0) return json(response, 200, url.includes("/clients/") ? { client_id: "a" } : []);
		const message = `You cannot read the following fields: ${unreadable.join(", ")}`;
		return json(response, 403, { statusCode: 403, error: "Forbidden", message, errorCode: "insufficient_scope" });
	};
	await pointAtService(service.address);
	signInAs("viewer");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

function namedIn(url: string): string[] {
	return new URL(url, service.address).searchParams.get("fields")?.split(",") ?? [];
}
const named = () => service.seen.map(({ url }) => namedIn(url));

/** @param scopes null: the token endpoint does not name them */
async function grant(scopes: string | null): Promise<void> {
	const named = scopes === null ? {} : { scope: scopes };
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, ...named });
	await accessToken();
}

const reads = { listApplications: () => listApplications(0), getApplication: () => getApplication("a") };

test.each(Object.entries(reads))("with read:clients alone %s names no key, and marks it as unread", async (_, read) => {
	await grant("read:clients");
	const found = await read();
	expect(named()).toEqual([expect.arrayContaining(["client_id", "token_endpoint_auth_method", "callbacks"])]);
	expect(named().flat()).not.toContain("client_authentication_methods");
	if ("client_id" in found) expect(found.unread).toEqual(["client_authentication_methods"]);
});

test.each(["read:client_credentials", "read:client_keys"])("with %s it is named as well", async (scope) => {
	await grant(`read:clients ${scope}`);
	expect(await getApplication("a")).not.toHaveProperty("unread");
	expect(named()).toEqual([expect.arrayContaining(["client_authentication_methods"])]);
});

test("with read:client_summary alone no more is named than it shows", async () => {
	await grant("read:client_summary");
	const { unread } = await getApplication("a");
	await listApplications(0);
	const summary = ["client_id", "name", "description", "app_type"];
	expect(named()).toEqual([summary, summary]);
	expect(unread).toEqual(expect.arrayContaining(["global", "is_first_party", "callbacks", "grant_types"]));
	await expect(getFederatedApplication("a")).rejects.toMatchObject({ kind: "scope", scopes: "read:clients" });
});

test("where the scopes are not known, what the tenant refuses is left out in a second request", async () => {
	await grant(null);
	refused = ["client_authentication_methods", "callbacks"];
	expect((await getApplication("a")).unread).toEqual(refused);
	expect(named()[0]).toEqual(expect.arrayContaining(refused));
	expect(named()[1]).not.toEqual(expect.arrayContaining([expect.stringMatching(/methods$|^callbacks$/)]));
	expect(named()).toHaveLength(2);
});

test("a tenant that refuses again is not asked a third time, nor one that refuses something else", async () => {
	await grant(null);
	refused = ["name"];
	const { handle } = service;
	service.handle = (request, response) => {
		if (service.seen.length === 2) refused = ["app_type"];
		handle(request, response);
	};
	await expect(getApplication("a")).rejects.toMatchObject({ status: 403 });
	expect(service.seen).toHaveLength(2);
	service.handle = (_, response) => json(response, 403, { statusCode: 403, message: "Insufficient scope" });
	await expect(getApplication("a")).rejects.toMatchObject({ status: 403 });
	expect(service.seen).toHaveLength(3);
});

test.each(["read:clients", "read:clients read:client_keys read:client_credentials update:client_keys", null])(
	"the secret is never named, and never read: %s",
	async (scopes) => {
		await grant(scopes);
		service.handle = (_, response) => json(response, 200, { client_id: "a", client_secret: "planted-secret" });
		const found = [await getApplication("a"), await getFederatedApplication("a")];
		service.handle = (_, response) => json(response, 200, [{ client_id: "a", client_secret: "planted-secret" }]);
		expect(JSON.stringify([found, await listApplications(0)])).not.toContain("planted-secret");
		for (const fields of named()) {
			expect(fields).toContain("client_id");
			expect(fields.filter((name) => /secret|signing_key|encryption_key/.test(name))).toEqual([]);
		}
	},
);

test.each([
	[{ name: "A" }, { name: "A" }, true],
	[{ name: "A" }, { name: "B" }, false],
	[{}, { name: "A" }, null],
	[{ name: "B" }, { name: "A", app_type: "spa" as const }, false],
	[{ name: "A" }, { name: "A", callbacks: [], description: "" }, true],
	[{ callbacks: ["b", "a"] }, { callbacks: ["a", "b"] }, true],
	[{ jwt_configuration: { alg: "RS256" } }, { jwt_configuration: { lifetime_in_seconds: 60 } }, null],
	[{ jwt_configuration: { lifetime_in_seconds: 9 } }, { jwt_configuration: { lifetime_in_seconds: 60 } }, false],
])("whether %j is what was sent as %j: %s", (stored, body, outcome) => {
	expect(holds(stored, body)).toBe(outcome);
});
