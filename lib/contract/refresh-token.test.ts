import fc from "fast-check";
import { expect, test } from "vitest";
import { METADATA_PROPERTIES_MAX, METADATA_VALUE_LENGTH_MAX } from "./limits";
import { resourceMetadata } from "./metadata";
import { refreshToken, updateRefreshTokenRequest } from "./refresh-token";

function accepts(metadata: unknown): boolean {
	return updateRefreshTokenRequest.safeParse({ refresh_token_metadata: metadata }).success;
}

function withProperties(count: number): object {
	return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, ""]));
}

test("the metadata may be null, empty or absent", () => {
	expect(accepts(null)).toBe(true);
	expect(accepts({})).toBe(true);
	expect(updateRefreshTokenRequest.safeParse({}).success).toBe(true);
});

test("unknown properties of the update are refused", () => {
	expect(updateRefreshTokenRequest.safeParse({ metadata: {} }).success).toBe(false);
});

test("at most 25 properties fit", () => {
	expect(accepts(withProperties(METADATA_PROPERTIES_MAX))).toBe(true);
	expect(accepts(withProperties(METADATA_PROPERTIES_MAX + 1))).toBe(false);
});

test("a value holds at most 255 code points, and may be empty", () => {
	expect(accepts({ key: "" })).toBe(true);
	expect(accepts({ key: "😀".repeat(METADATA_VALUE_LENGTH_MAX) })).toBe(true);
	expect(accepts({ key: "x".repeat(METADATA_VALUE_LENGTH_MAX + 1) })).toBe(false);
});

test("values are texts, and the map is an object", () => {
	for (const value of [1, true, null, {}, ["x"]]) expect(accepts({ key: value })).toBe(false);
	for (const map of ["x", 1, [], [["key", "value"]]]) expect(accepts(map)).toBe(false);
});

test("every key survives, __proto__ included", () => {
	const metadata = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c", "": "d"}') as object;
	expect(Object.entries(resourceMetadata.parse(metadata))).toEqual(Object.entries(metadata));
	expect(JSON.stringify(resourceMetadata.parse(metadata))).toBe(JSON.stringify(metadata));
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.string(), fc.string({ maxLength: 100 })), { maxLength: 25 }), (pairs) => {
			const map = Object.fromEntries(pairs);
			expect(Object.entries(resourceMetadata.parse(map))).toEqual(Object.entries(map));
		}),
	);
});

test("a real tenant's token with nulls and without a device is accepted", () => {
	const response = {
		id: "dcr_0123456789abcdef",
		user_id: "auth0|0123",
		created_at: "2024-05-01T13:00:30.038Z",
		idle_expires_at: null,
		expires_at: null,
		client_id: "abc",
		session_id: null,
		rotating: false,
		resource_servers: [{ audience: "https://tenant.example.com/api/v2/", scopes: "openid offline_access" }],
	};
	expect(refreshToken.parse(response)).toEqual(response);
});

test("a token with more metadata than the limits is still shown", () => {
	const refresh_token_metadata = { key: "x".repeat(300), ...withProperties(30) };
	expect(refreshToken.parse({ id: "dcr_1", refresh_token_metadata }).refresh_token_metadata).toEqual(
		refresh_token_metadata,
	);
});
