import fc from "fast-check";
import { expect, test } from "vitest";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { contentOf, fieldAt, updateRequestOf } from "./add-ons";
import { content, portal } from "./single-sign-on.test-data";
import { singleSignOnEditor } from "./single-sign-on-editor";

const { changes, defaults } = singleSignOnEditor;
const RUNS = { numRuns: process.env.LONG ? 2_000 : 60 };

test("the request turns the stored content into the new one, and leaves everything else as it is", () => {
	const unknown = { firebase: { private_key: "k" }, aws: 1 };
	fc.assert(
		fc.property(content, content, (before, after) => {
			const start = updateRequestOf(defaults, before, { addons: unknown }) ?? {};
			const held = { addons: unknown, callbacks: [], client_aliases: [], ...start } as { addons: object };
			const { protocol } = before;
			const settings =
				protocol === "off" ? {} : { [protocol]: { ...Object((held.addons as never)[protocol]), odd: [1] } };
			const client = { client_id: "c", ...held, addons: { ...held.addons, ...settings } };
			expect(changes(contentOf(client), before)).toEqual([]);
			const request = updateRequestOf(before, after, client);
			const made = { ...client, ...request };
			expect(changes(contentOf(made), after)).toEqual([]);
			expect(made.addons).toMatchObject(unknown);
			if (before.protocol === after.protocol && before.protocol !== "off") {
				expect(made.addons).toMatchObject({ [before.protocol]: { odd: [1] } });
			}
			expect(request === null).toBe(changes(before, after).length === 0);
		}),
		RUNS,
	);
});

test("what is not set is left out of the request, or taken out of it", () => {
	expect(updateRequestOf(defaults, { ...defaults, protocol: "samlp" }, {})).toEqual({ addons: { samlp: {} } });
	const samlp = { audience: "urn:portal", logout: { slo_enabled: true, other: 1 }, lifetimeInSeconds: 60 };
	const before = { ...portal, singleLogout: "on", lifetimeInSeconds: "60" };
	expect(updateRequestOf(before, { ...portal, audience: "" }, { addons: { samlp } })).toEqual({
		addons: { samlp: { logout: { other: 1 } } },
	});
});

test("what is chosen is sent where it was stored before, although a tenant may do the same without it", () => {
	const samlp = { signatureAlgorithm: "rsa-sha512", createUpnClaim: false, binding: "urn:soap" };
	const before = contentOf({ client_id: "c", addons: { samlp } });
	const after = { ...before, signatureAlgorithm: "rsa-sha256", createUpnClaim: "on", binding: HTTP_POST_BINDING };
	expect(updateRequestOf(before, after, { addons: { samlp } })).toEqual({
		addons: { samlp: { signatureAlgorithm: "rsa-sha256", createUpnClaim: true, binding: HTTP_POST_BINDING } },
	});
	const unset = { ...before, signatureAlgorithm: "", createUpnClaim: "", binding: "" };
	expect(updateRequestOf(before, unset, { addons: { samlp } })).toEqual({ addons: { samlp: {} } });
});

test("what is chosen is sent where the protocol is switched on, or changed", () => {
	const chosen = {
		signatureAlgorithm: "rsa-sha256",
		digestAlgorithm: "sha256",
		createUpnClaim: "on",
		signResponse: "off",
	};
	const sent = { signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256", createUpnClaim: true };
	expect(updateRequestOf(defaults, { ...defaults, ...chosen, protocol: "samlp" }, {})).toEqual({
		addons: { samlp: { ...sent, signResponse: false } },
	});
	const before = { ...defaults, ...chosen, protocol: "samlp" as const };
	expect(updateRequestOf(before, { ...before, protocol: "wsfed" }, {})).toEqual({ addons: { wsfed: sent } });
});

test("what is stored and not touched stays, and what is not stored is not added", () => {
	const samlp = { signatureAlgorithm: "rsa-sha256", createUpnClaim: true, logout: { slo_enabled: false } };
	const before = contentOf({ client_id: "c", addons: { samlp } });
	expect(before).toMatchObject({ signatureAlgorithm: "rsa-sha256", createUpnClaim: "on", singleLogout: "off" });
	expect(before).toMatchObject({ digestAlgorithm: "", signResponse: "", binding: "", lifetimeInSeconds: "" });
	expect(updateRequestOf(before, { ...before, audience: "urn:a" }, { addons: { samlp } })).toEqual({
		addons: { samlp: { ...samlp, audience: "urn:a" } },
	});
});

test("a lifetime is sent as a number", () => {
	expect(updateRequestOf(portal, { ...portal, lifetimeInSeconds: "60" }, { addons: { samlp: {} } })).toEqual({
		addons: { samlp: { lifetimeInSeconds: 60 } },
	});
});

test("a change of protocol writes its add-on anew, without settings that only the previous one has", () => {
	const samlp = { audience: "urn:portal", recipient: "https://a.example/", odd: 1 };
	const before = { ...portal, recipient: "https://a.example/" };
	expect(updateRequestOf(before, { ...before, protocol: "wsfed" }, { addons: { samlp, aws: 1 } })).toEqual({
		addons: { wsfed: { audience: "urn:portal" }, aws: 1 },
	});
	expect(updateRequestOf(before, { ...before, protocol: "off" }, { addons: { samlp, aws: 1 } })).toEqual({
		addons: { aws: 1 },
	});
});

test("add-ons are not sent where only callbacks and realms change", () => {
	const after = { ...portal, callbacks: [...portal.callbacks, "https://b.example/"], aliases: ["urn:x"] };
	expect(updateRequestOf(portal, after, { addons: { samlp: {} } })).toEqual({
		callbacks: ["https://portal.example/acs", "https://b.example/"],
		client_aliases: ["urn:x"],
	});
});

test("mappings of shapes that the form can't show stay as they are", () => {
	const samlp = { audience: "urn:portal", mappings: { odd: { a: 1 }, email: "urn:a" } };
	const before = { ...portal, mappings: [{ field: "email", name: "urn:a" }] };
	const request = (mappings: typeof before.mappings) =>
		updateRequestOf(before, { ...portal, mappings }, { addons: { samlp } });
	expect(request([{ field: "email", name: "urn:b" }])).toEqual({
		addons: { samlp: { audience: "urn:portal", mappings: { odd: { a: 1 }, email: "urn:b" } } },
	});
	expect(request([])).toEqual({ addons: { samlp: { audience: "urn:portal", mappings: { odd: { a: 1 } } } } });
});

test("both protocols are read as both, until one is chosen", () => {
	const both = contentOf({ client_id: "c", addons: { samlp: { audience: "urn:a" }, wsfed: {} } });
	expect(both).toEqual({ ...defaults, protocol: "both" });
	expect(updateRequestOf(both, { ...both, protocol: "wsfed" }, { addons: { samlp: {}, wsfed: {}, aws: 1 } })).toEqual({
		addons: { wsfed: {}, aws: 1 },
	});
});

test("stored values of unexpected types are read without an error, and shown where possible", () => {
	const names = ["audience", "mappings", "logout", "signingCert", "nameIdentifierProbes", "createUpnClaim", "binding"];
	for (const odd of [null, [], "x", 1, { a: 1 }]) {
		const samlp = Object.fromEntries(names.map((name) => [name, odd]));
		const read = contentOf({ client_id: "c", addons: { samlp } });
		expect(read).toMatchObject({ protocol: "samlp", createUpnClaim: "", probes: [], singleLogout: "" });
		expect(contentOf({ client_id: "c", addons: { samlp: odd } }).protocol).toMatch(/^(samlp|off)$/);
	}
	expect(contentOf({ client_id: "c", addons: { samlp: { lifetimeInSeconds: 60 } } }).lifetimeInSeconds).toBe("60");
});

test.each([
	["addons.samlp.audience", "audience"],
	["addons.wsfed.mappings.email", "mappings"],
	["addons.samlp.logout", "logoutCallback"],
	["addons.samlp.logout.slo_enabled", "logoutCallback"],
	["addons.samlp", "protocol"],
	["callbacks.0", "callbacks"],
	["addons.samlp.mapIdentities", "mapIdentities"],
	["addons.samlp.unknown", null],
	["name", null],
])("%s belongs to the field %s", (path, field) => {
	expect(fieldAt(path)).toBe(field);
});
