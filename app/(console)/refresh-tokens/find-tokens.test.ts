import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { findTokens, tokensOfUser } from "./find-tokens";

/** By path, without the query: the response body, or the status of a refusal. */
let responses: Record<string, unknown>;
let service: FaultServer;

const USER = "auth0|1";
const LIST = "/users/auth0%7C1/refresh-tokens";
const tokens = [
	{ id: "dcr_1", user_id: USER, client_id: "shop" },
	{ id: "dcr_2", user_id: USER, client_id: "wallet" },
	{ id: "dcr_3", user_id: USER, client_id: "shop" },
];
const requests = () => service.seen.map(({ url }) => url.replace("/api/v2", ""));
const shown = (result: unknown) => (result as { tokens: { id: string }[] }).tokens.map(({ id }) => id);

beforeEach(async () => {
	// Names are cached for a minute: each test requests its own.
	vi.setSystemTime(Date.now() + 120_000);
	responses = {
		"/clients": [
			{ client_id: "wallet", name: "Wallet" },
			{ client_id: "shop", name: "Shop" },
			{ client_id: "bank", name: "Bank" },
		],
		[LIST]: { tokens, next: "more" },
		"/users/auth0%7C1": { user_id: USER, email: "mina@example.org" },
	};
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		const body = responses[url.replace("/api/v2", "").split("?")[0] ?? ""] ?? 404;
		if (typeof body === "number") json(response, body, refusal(body));
		else json(response, 200, body);
	};
	await pointAtService(service.address);
	signInAs("viewer");
});

beforeAll(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => vi.useRealTimers());

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

describe("the filter by application", () => {
	it("offers the applications of the tokens at hand first, then the tenant's others, by name", async () => {
		expect(await tokensOfUser(USER, {})).toMatchObject({
			filter: {
				chosen: null,
				used: [
					{ id: "shop", name: "Shop" },
					{ id: "wallet", name: "Wallet" },
				],
				others: [{ id: "bank", name: "Bank" }],
				loaded: null,
			},
			next: "more",
		});
	});

	it("is applied by the service, also after a checkpoint", async () => {
		responses["/refresh-tokens"] = { refresh_tokens: [tokens[1]], next: "further" };
		const result = await tokensOfUser(USER, { clientId: "wallet", from: "point" });
		expect(shown(result)).toEqual(["dcr_2"]);
		expect(result).toMatchObject({
			filter: { chosen: { name: "Wallet" }, loaded: null },
			next: "further",
			isFirst: false,
		});
		expect(requests()).toContain("/refresh-tokens?user_id=auth0%7C1&client_id=wallet&from=point");
		expect(requests().filter((url) => url.startsWith(LIST))).toEqual([]);
	});

	it.each([403, 404])("filters the loaded tokens where the service responds %i", async (status) => {
		responses["/refresh-tokens"] = status;
		const result = await tokensOfUser(USER, { clientId: "shop", from: "point" });
		expect(shown(result)).toEqual(["dcr_1", "dcr_3"]);
		expect(result).toMatchObject({ filter: { loaded: 3 }, next: "more" });
		expect(requests()).toContain(`${LIST}?from=point`);
	});

	it("offers the next page where none of the loaded tokens is of the application", async () => {
		responses["/refresh-tokens"] = 403;
		expect(await tokensOfUser(USER, { clientId: "bank" })).toMatchObject({
			tokens: [],
			filter: { chosen: { id: "bank", name: "Bank" }, loaded: 3 },
			next: "more",
		});
	});

	it("passes on a rate limit of the service", async () => {
		responses["/refresh-tokens"] = 429;
		await expect(tokensOfUser(USER, { clientId: "shop" })).rejects.toMatchObject({ kind: "rate-limited" });
	});
});

it("what the tenant leaves out of a token is not known, and null is none", async () => {
	const nothing = { refresh_token_metadata: null, last_exchanged_at: null };
	responses[LIST] = { tokens: [{ id: "dcr_1" }, { id: "dcr_2", ...nothing }] };
	expect(await tokensOfUser(USER, {})).toMatchObject({
		tokens: [
			{ metadataKeys: null, lastExchangedAt: undefined, rotating: null, device: null },
			{ metadataKeys: 0, lastExchangedAt: null },
		],
	});
});

it("users who can't be read are counted, and none is taken for the only match beside them", async () => {
	const mina = { user_id: USER, email: "mina@example.org" };
	responses["/users"] = { users: [null, { user_id: 5 }], total: 2 };
	expect(await findTokens("mina")).toMatchObject({ kind: "users", users: [], unreadable: 2 });
	responses["/users"] = { users: [mina, null], total: 2 };
	expect(await findTokens("mi")).toMatchObject({ kind: "users", users: [{ id: USER }], unreadable: 1 });
	expect(await findTokens("mina@example.org")).toMatchObject({ kind: "tokens", user: { id: USER } });
});

it("the only user in whom a word begins with the text is the one that is meant", async () => {
	const users = [
		{ user_id: USER, email: "mina@example.org", name: "Mina Park" },
		{ user_id: "auth0|2", email: "wilhelmina@example.org" },
	];
	responses["/users"] = { users, total: 2 };
	expect(await findTokens("mina")).toMatchObject({ kind: "tokens", user: { id: USER } });
	expect(await findTokens("example")).toMatchObject({ kind: "users" });
});

describe("what a text is looked up as", () => {
	const search = expect.stringMatching(/^\/users\?/);

	beforeEach(() => Object.assign(responses, { "/users": { users: [], start: 0, limit: 10, length: 0, total: 0 } }));

	it.each(["mina", "Mina Park", "mina.park1987", "alexander1987", "JohnMcDonald", "mina.park@example.org", "müller"])(
		"%j only as a user: no request is sent for an identifier that can't exist",
		async (text) => {
			expect(await findTokens(text)).toEqual({ kind: "nothing", text, noUserSearch: false });
			expect(requests()).toEqual([search]);
		},
	);

	it.each([
		["dcr_oYiXqp0fDdHjPzOV", "refresh token"],
		["vct_1234567890123456", "template"],
	])("%j as a %s by its form alone: its page looks it up", async (id, resource) => {
		expect(await findTokens(id)).toEqual({ kind: "place", resource, id });
		expect(requests()).toEqual([]);
	});

	it.each([
		["a refresh token", "65f0a1b2c3d4e5f60718293a", "refresh token", ["refresh-tokens"]],
		["a session", "V1StGXR8_Z5jdHi6B-myT", "session", ["refresh-tokens", "sessions"]],
	])("an identifier of %s, where no user matches, with a request for each kind", async (_, id, resource, lists) => {
		responses[`/${lists.at(-1)}/${id}`] = { id };
		expect(await findTokens(id)).toEqual({ kind: "place", resource, id });
		expect(requests()).toEqual([search, ...lists.map((list) => `/${list}/${id}`)]);
	});

	it("an application's identifier by the names of applications, also where sessions can't be read", async () => {
		const id = "Kq3vB9xT2mPz7LwYd4Nf8RsHc6Ja1Ge5";
		Object.assign(responses, { "/clients": [{ client_id: id, name: "Shop" }], [`/sessions/${id}`]: 403 });
		expect(await findTokens(id)).toEqual({ kind: "place", resource: "application", id });
	});
});

describe("where the tenant grants neither users nor applications", () => {
	beforeEach(() => Object.assign(responses, { "/clients": 403, "/users": 403, "/users/auth0%7C1": 403 }));

	it("a whole token identifier is found", async () => {
		const token = { ...tokens[0], id: "550e8400-e29b-41d4-a716-446655440000" };
		responses[`/refresh-tokens/${token.id}`] = token;
		expect(await findTokens(token.id)).toEqual({ kind: "place", resource: "refresh token", id: token.id });
	});

	it("a whole user identifier is found, and identifiers are shown in place of names", async () => {
		expect(await findTokens(USER)).toMatchObject({
			kind: "tokens",
			user: { id: USER, label: USER },
			tokens: [{ application: "shop" }, { application: "wallet" }, { application: "shop" }],
		});
	});

	it("a search for an address reports that users can't be searched", async () => {
		const result = await findTokens("mina@example.org");
		expect(result).toEqual({ kind: "nothing", text: "mina@example.org", noUserSearch: true });
	});
});
