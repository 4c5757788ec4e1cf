import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOfResponse } from "@/app/_editor/wire";
import { APP_TYPES, CLIENT_DESCRIPTION_LENGTH_MAX, CLIENT_NAME_LENGTH_MAX } from "@/lib/contract/client/client-limits";
import { createClientRequest, updateClientRequest } from "@/lib/contract/client/client-request";
import { content, shop } from "./application.test-data";
import { type ApplicationContent, applicationEditor, newApplication, newApplicationEditor } from "./application-editor";
import { contentOf, createRequestOf, updateRequestOf } from "./application-request";

const { valuesOf, describeChanges } = applicationEditor;
const faults = (values: Partial<ReturnType<typeof valuesOf>>) =>
	applicationEditor.faults(shop, { ...valuesOf(shop), ...values });

test.each([
	[{ name: "Bar" }, ["Renames it to “Bar” (was “Shop”)"]],
	[{ description: "sells" }, ["Sets the description to “sells”"]],
	[{ type: "spa" }, ["Changes its type to single page app (was web application)"]],
	[
		{ callbacks: ["https://shop.example/new"] },
		["Removes the callback URL https://shop.example/callback", "Adds the callback URL https://shop.example/new"],
	],
	[{ logoutUrls: [] }, ["Removes the logout URL https://shop.example/bye"]],
	[{ webOrigins: ["https://shop.example"] }, ["Adds the web origin https://shop.example"]],
	[{ grants: ["authorization_code", "implicit"] }, ["Removes the refresh token grant", "Allows the implicit grant"]],
	[{ idTokenLifetime: "600" }, ["Sets the ID token lifetime in seconds to “600” (was “36000”)"]],
	[
		{ rotates: true },
		["Rotates refresh tokens from now on: absolute lifetime 2592000 s (30 days), idle lifetime 1296000 s (15 days)"],
	],
	[
		{ rotates: true, absoluteLifetime: "", idleLifetime: "60" },
		[
			"Rotates refresh tokens from now on: absolute lifetime not known (the tenant's default), idle lifetime 60 s (60 seconds)",
			"Sets the absolute lifetime of refresh tokens to the tenant's default (was 2592000 s (30 days))",
			"Sets the idle lifetime of refresh tokens to 60 s (60 seconds) (was 1296000 s (15 days))",
		],
	],
	[{ namesAddress: true }, ["Trusts the IP addresses that it sends"]],
	[{ type: "\u202eodd" }, ["Changes its type to “[U+202E]odd” (was web application)"]],
	[
		{ absoluteLifetime: "\u202e60" },
		["Sets the absolute lifetime of refresh tokens to “[U+202E]60” (was 2592000 s (30 days))"],
	],
	[{ signUp: false }, ["Lets no one sign up any more"]],
	[{}, []],
] as [Partial<ApplicationContent>, string[]][])("%j is reported as %j", (after, words) => {
	expect(describeChanges(shop, { ...shop, ...after }, new Map()).map((each) => each.words)).toEqual(words);
});

describe("rules", () => {
	test("an application as it is has no faults, nor has a new one with a name", () => {
		expect(faults({})).toBeNull();
		expect(newApplicationEditor.faults(null, { ...newApplication, name: "Shop" })).toBeNull();
	});

	test.each([
		["", "A name is needed."],
		["  ", "A name is needed."],
		["<b>", "A name can't contain < or >."],
		["a\u0000b", "A name is one line of text, without control characters."],
		["a\nb", "A name is one line of text, without control characters."],
		["\ud800", "A name is one line of text, without control characters."],
		["😀".repeat(CLIENT_NAME_LENGTH_MAX + 1), "At most 255 characters fit; this has 256."],
	])("the name %j is refused", (name, message) => {
		expect(faults({ name })).toEqual({ name: message });
	});

	test("a name and a description may be as long as the service accepts them", () => {
		expect(faults({ name: "😀".repeat(CLIENT_NAME_LENGTH_MAX) })).toBeNull();
		expect(faults({ description: "é".repeat(CLIENT_DESCRIPTION_LENGTH_MAX) })).toBeNull();
		expect(faults({ description: "é".repeat(CLIENT_DESCRIPTION_LENGTH_MAX + 1) })).toEqual({
			description: "At most 140 characters fit; this has 141.",
		});
	});

	test("a lifetime is a number of seconds that the service accepts", () => {
		for (const idTokenLifetime of ["1", "600", "36000"]) expect(faults({ idTokenLifetime })).toBeNull();
		expect(faults({ idTokenLifetime: "" })).toEqual({ idTokenLifetime: "A lifetime is needed." });
		for (const idTokenLifetime of ["0", "36001", "1.5", "1e3", "-1", "ten", " 9"]) {
			expect(faults({ idTokenLifetime })?.idTokenLifetime).toMatch(/^A lifetime is a whole number of seconds/);
		}
	});

	test("lifetimes of refresh tokens count where they rotate, the idle one no longer than the absolute one", () => {
		expect(faults({ rotates: true, absoluteLifetime: "", idleLifetime: "157680000" })).toBeNull();
		expect(faults({ rotates: true, absoluteLifetime: "60", idleLifetime: "60" })).toBeNull();
		expect(faults({ rotates: true, absoluteLifetime: "60", idleLifetime: "61" })).toEqual({
			idleLifetime: "The idle lifetime can't be longer than the absolute one.",
		});
		for (const absoluteLifetime of ["0", "157680001", "1.5", "ten"]) {
			expect(faults({ rotates: true, absoluteLifetime, idleLifetime: "" })?.absoluteLifetime).toMatch(/whole number/);
		}
	});

	test("each list of addresses has its own fault", () => {
		const bad = faults({ callbacks: "/a", logoutUrls: "/b", webOrigins: "https://shop.example/c" });
		expect(Object.keys(bad ?? {})).toEqual(["callbacks", "logoutUrls", "webOrigins"]);
	});

	test("addresses do not block an application without people: they are left out", () => {
		const values = { ...newApplication, name: "Job", callbacks: "/a" };
		expect(newApplicationEditor.faults(null, values)).not.toBeNull();
		expect(newApplicationEditor.faults(null, { ...values, type: "non_interactive" })).toBeNull();
	});
});

describe("what is sent", () => {
	test.each(APP_TYPES)("for a new application of the type %s conforms to the contract", (type) => {
		const body = createRequestOf({ name: "Shop", type, callbacks: ["https://shop.example/"] });
		expect(createClientRequest.parse(body)).toEqual(body);
		expect(body.token_endpoint_auth_method).toBe(["spa", "native"].includes(type) ? "none" : "client_secret_post");
		const rotation = { rotation_type: "rotating", expiration_type: "expiring" };
		const ends = { infinite_token_lifetime: false, infinite_idle_token_lifetime: false };
		expect(body.refresh_token).toEqual(["spa", "native"].includes(type) ? { ...rotation, ...ends } : undefined);
		expect(body.callbacks).toEqual(type === "non_interactive" ? undefined : ["https://shop.example/"]);
		expect(body.grant_types).not.toContain("implicit");
		expect(body.grant_types).not.toContain("password");
	});

	test("is only what changed, and nothing where nothing did", () => {
		expect(updateRequestOf(shop, shop, {})).toBeNull();
		expect(updateRequestOf(shop, { ...shop, name: "Bar" }, {})).toEqual({ name: "Bar" });
		expect(updateRequestOf(shop, { ...shop, description: "" }, { description: "sells" })).toBeNull();
		expect(updateRequestOf({ ...shop, description: "sells" }, shop, {})).toEqual({ description: "" });
		expect(updateRequestOf(shop, { ...shop, callbacks: [] }, {})).toEqual({ callbacks: [] });
		expect(updateRequestOf(shop, { ...shop, grants: ["password"] }, {})).toEqual({ grant_types: ["password"] });
	});

	test("conforms to the contract, whatever changes, and reads back as the new content", () => {
		const known = (one: ApplicationContent) => ({
			...one,
			grants: one.grants.filter((grant) => !grant.startsWith("urn:")),
		});
		fc.assert(
			fc.property(content.map(known), content.map(known), (before, after) => {
				const body = updateRequestOf(before, after, {});
				if (body) expect(updateClientRequest.parse(body)).toEqual(body);
				const read = applicationEditor.partsOf(contentOfResponse(applicationEditor, body ?? {}));
				for (const { part, after: sent } of applicationEditor.changes(before, after)) {
					expect(read.get(part) ?? null).toBe(sent);
				}
			}),
		);
	});

	test("keeps the other settings beside lifetime, rotation and sign-up", () => {
		const jwt_configuration = { alg: "ES256", lifetime_in_seconds: 36_000, secret_encoded: false };
		expect(updateRequestOf(shop, { ...shop, idTokenLifetime: "600" }, { jwt_configuration })).toEqual({
			jwt_configuration: { ...jwt_configuration, lifetime_in_seconds: 600 },
		});
		expect(updateRequestOf(shop, { ...shop, signUp: false }, { client_metadata: { colour: "red" } })).toEqual({
			client_metadata: { colour: "red", sign_up: "off" },
		});
	});

	describe("for refresh tokens", () => {
		const endless = {
			rotation_type: "non-rotating",
			expiration_type: "non-expiring",
			leeway: 30,
			infinite_token_lifetime: true,
			infinite_idle_token_lifetime: true,
			token_lifetime: 2_592_000,
			idle_token_lifetime: 1_296_000,
			policies: [{ audience: "urn:a" }],
		};
		const ending = {
			...endless,
			rotation_type: "rotating",
			expiration_type: "expiring",
			infinite_token_lifetime: false,
			infinite_idle_token_lifetime: false,
		};
		const rotating = { ...shop, rotates: true };

		test("that rotate from now on makes them end, by the lifetimes that are stored", () => {
			expect(updateRequestOf(shop, rotating, { refresh_token: endless })).toEqual({ refresh_token: ending });
			expect(updateRequestOf(shop, rotating, {})?.refresh_token).toMatchObject({
				rotation_type: "rotating",
				expiration_type: "expiring",
				infinite_token_lifetime: false,
				infinite_idle_token_lifetime: false,
			});
		});

		test("holds the lifetimes that were entered, and none where the tenant's default follows", () => {
			const shorter = { ...rotating, absoluteLifetime: "600", idleLifetime: "60" };
			expect(updateRequestOf(shop, shorter, { refresh_token: endless })).toEqual({
				refresh_token: { ...ending, token_lifetime: 600, idle_token_lifetime: 60 },
			});
			const unset = { ...shop, absoluteLifetime: "", idleLifetime: "" };
			const { token_lifetime: _, idle_token_lifetime: __, ...others } = endless;
			expect(updateRequestOf(unset, { ...unset, rotates: true }, { refresh_token: others })?.refresh_token).toEqual(
				expect.not.objectContaining({ token_lifetime: expect.anything() }),
			);
		});

		test("that rotate no longer keeps all else as it is stored", () => {
			expect(updateRequestOf(rotating, shop, { refresh_token: ending })).toEqual({
				refresh_token: { ...ending, rotation_type: "non-rotating" },
			});
		});

		test("a lifetime that does not end rotating tokens is read as none", () => {
			expect(contentOf({ client_id: "a", refresh_token: endless })).toMatchObject({
				rotates: false,
				absoluteLifetime: "2592000",
				idleLifetime: "1296000",
			});
			const odd = { ...ending, infinite_idle_token_lifetime: true };
			expect(contentOf({ client_id: "a", refresh_token: odd })).toMatchObject({
				rotates: true,
				absoluteLifetime: "2592000",
				idleLifetime: "",
			});
		});
	});
});
