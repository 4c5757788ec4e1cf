import fc from "fast-check";
import { expect, test } from "vitest";
import { APP_TYPES } from "@/lib/contract/client/client-limits";
import { createClientRequest, updateClientRequest } from "@/lib/contract/client/client-request";
import { content, shop } from "./application.test-data";
import { emptyValues } from "./application-content";
import { createRequestOf, updateRequestOf } from "./application-request";

const stored = { refreshToken: null, metadata: null };

test.each(APP_TYPES)("a new application of the type %s is sent as the contract has it", (type) => {
	const body = createRequestOf({ ...emptyValues, name: "Shop", type, callbacks: "https://shop.example/" });
	expect(createClientRequest.parse(body)).toEqual(body);
	expect(body.token_endpoint_auth_method).toBe(["spa", "native"].includes(type) ? "none" : "client_secret_post");
	expect(body.refresh_token?.rotation_type).toBe(["spa", "native"].includes(type) ? "rotating" : undefined);
	expect(body.callbacks).toEqual(type === "non_interactive" ? undefined : ["https://shop.example/"]);
	expect(body.grant_types).not.toContain("implicit");
	expect(body.grant_types).not.toContain("password");
});

test("only what changed is sent, and nothing where nothing did", () => {
	expect(updateRequestOf(shop, shop, stored)).toBeNull();
	expect(updateRequestOf(shop, { ...shop, name: "Bar" }, stored)).toEqual({ name: "Bar" });
	expect(updateRequestOf(shop, { ...shop, callbacks: [] }, stored)).toEqual({ callbacks: [] });
	expect(updateRequestOf(shop, { ...shop, grants: ["password"] }, stored)).toEqual({ grant_types: ["password"] });
});

test("any change is sent as the contract has it", () => {
	fc.assert(
		fc.property(content, content, (before, after) => {
			const known = (grants: readonly string[]) => grants.filter((grant) => !grant.startsWith("urn:"));
			const body = updateRequestOf(
				{ ...before, grants: known(before.grants) },
				{ ...after, grants: known(after.grants) },
				stored,
			);
			if (body) expect(updateClientRequest.parse(body)).toEqual(body);
		}),
	);
});

test("rotation and sign-up keep the rest of the settings that they stand among", () => {
	const settings = {
		refreshToken: { rotation_type: "non-rotating", expiration_type: "non-expiring", token_lifetime: 60 },
		metadata: { colour: "red" },
	};
	expect(updateRequestOf(shop, { ...shop, rotates: true, signUp: false }, settings)).toEqual({
		refresh_token: { rotation_type: "rotating", expiration_type: "expiring", token_lifetime: 60 },
		client_metadata: { colour: "red", sign_up: "off" },
	});
	const rotating = { ...settings.refreshToken, rotation_type: "rotating", expiration_type: "expiring" };
	expect(
		updateRequestOf({ ...shop, rotates: true }, shop, { ...settings, refreshToken: rotating })?.refresh_token,
	).toEqual({ ...rotating, rotation_type: "non-rotating" });
});
