import { describe, expect, it } from "vitest";
import {
	ADDON_ADDRESS_LENGTH_MAX,
	ADDON_CERTIFICATE_LENGTH_MAX,
	ADDON_MAPPING_KEY_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ADDON_MAPPINGS_MAX,
	ADDON_URI_LENGTH_MAX,
	ASSERTION_LIFETIME_MAX,
	HTTP_POST_BINDING,
} from "./addon-limits";
import { clientAddons } from "./client-addons";

const pathsOf = (addons: unknown) =>
	(clientAddons.safeParse(addons).error?.issues ?? []).map(({ path }) => path.join("."));
const samlp = (settings: object) => ({ samlp: settings });
const items = (count: number) => Array.from({ length: count }, (_, index) => `urn:${index}`);
const mappings = (count: number) => Object.fromEntries(items(count).map((name) => [name, name]));
const address = (length: number) => `https://sp.example/${"x".repeat(length - "https://sp.example/".length)}`;

describe("the settings of SAML and WS-Federation", () => {
	it.each([
		["nothing", {}],
		["either one without settings", { samlp: {} }],
		["the other one without settings", { wsfed: {} }],
		[
			"everything that is known",
			samlp({
				audience: "urn:a",
				recipient: "https://sp.example/acs",
				destination: "http://localhost:4901/acs",
				issuer: "urn:i",
				mappings: { email: "mail", name: ["a", "b"] },
				createUpnClaim: false,
				passthroughClaimsWithNoMapping: false,
				mapUnknownClaimsAsIs: true,
				mapIdentities: false,
				signatureAlgorithm: "rsa-sha512",
				digestAlgorithm: "sha512",
				lifetimeInSeconds: 1,
				signResponse: true,
				nameIdentifierFormat: "urn:f",
				nameIdentifierProbes: ["urn:p"],
				authnContextClassRef: "urn:c",
				typedAttributes: false,
				includeAttributeNameFormat: false,
				binding: HTTP_POST_BINDING,
				logout: { callback: "https://sp.example/slo", slo_enabled: true },
				signingCert: "text",
			}),
		],
		["the longest name", samlp({ audience: "x".repeat(ADDON_URI_LENGTH_MAX) })],
		["the longest address", samlp({ recipient: address(ADDON_ADDRESS_LENGTH_MAX) })],
		["the longest certificate", samlp({ signingCert: "x".repeat(ADDON_CERTIFICATE_LENGTH_MAX) })],
		["the longest life", samlp({ lifetimeInSeconds: ASSERTION_LIFETIME_MAX })],
		["the most mappings", samlp({ mappings: mappings(ADDON_MAPPINGS_MAX) })],
		["the most names of a field", samlp({ mappings: { a: items(ADDON_MAPPING_NAMES_MAX) } })],
		["the longest field", samlp({ mappings: { ["x".repeat(ADDON_MAPPING_KEY_LENGTH_MAX)]: "a" } })],
		["the most probes", samlp({ nameIdentifierProbes: items(ADDON_MAPPING_NAMES_MAX) })],
	])("accept %s", (_, addons) => {
		expect(clientAddons.parse(addons)).toEqual(addons);
	});

	it("keep unknown settings unchanged", () => {
		const sent = JSON.parse('{"samlp":{"__proto__":{"a":1},"other":[null],"logout":{"more":true}},"wsfed":{"x":1}}');
		expect(JSON.stringify(clientAddons.parse(sent))).toBe(JSON.stringify(sent));
	});

	it.each([
		["another add-on", { firebase: {} }, ""],
		["no object", { samlp: [] }, "samlp"],
		["null", { wsfed: null }, "wsfed"],
		["SHA-1 signatures", samlp({ signatureAlgorithm: "rsa-sha1" }), "samlp.signatureAlgorithm"],
		["SHA-1 digests", samlp({ digestAlgorithm: "sha1" }), "samlp.digestAlgorithm"],
		["SHA-1 signatures in the other", { wsfed: { signatureAlgorithm: "rsa-sha1" } }, "wsfed.signatureAlgorithm"],
		["SHA-1 digests in the other", { wsfed: { digestAlgorithm: "sha1" } }, "wsfed.digestAlgorithm"],
		["an empty name", samlp({ audience: "" }), "samlp.audience"],
		["a name that is too long", samlp({ issuer: "x".repeat(ADDON_URI_LENGTH_MAX + 1) }), "samlp.issuer"],
		["a control character", samlp({ audience: "urn:\u0000" }), "samlp.audience"],
		["half a pair", samlp({ audience: "urn:\ud800" }), "samlp.audience"],
		["an address without protection", samlp({ recipient: "http://sp.example/acs" }), "samlp.recipient"],
		["an address of a script", samlp({ destination: "javascript:alert(1)" }), "samlp.destination"],
		["an address that is too long", samlp({ recipient: address(ADDON_ADDRESS_LENGTH_MAX + 1) }), "samlp.recipient"],
		["no time", samlp({ lifetimeInSeconds: 0 }), "samlp.lifetimeInSeconds"],
		["too long a life", samlp({ lifetimeInSeconds: ASSERTION_LIFETIME_MAX + 1 }), "samlp.lifetimeInSeconds"],
		["half a second", samlp({ lifetimeInSeconds: 1.5 }), "samlp.lifetimeInSeconds"],
		["a text for a yes", samlp({ signResponse: "true" }), "samlp.signResponse"],
		["too many mappings", samlp({ mappings: mappings(ADDON_MAPPINGS_MAX + 1) }), "samlp.mappings"],
		["too many names", samlp({ mappings: { a: items(ADDON_MAPPING_NAMES_MAX + 1) } }), "samlp.mappings.a"],
		["no names", samlp({ mappings: { a: [] } }), "samlp.mappings.a"],
		["a mapping to a number", samlp({ mappings: { a: 1 } }), "samlp.mappings.a"],
		[
			"too many probes",
			samlp({ nameIdentifierProbes: items(ADDON_MAPPING_NAMES_MAX + 1) }),
			"samlp.nameIdentifierProbes",
		],
		["a probe twice", samlp({ nameIdentifierProbes: ["a", "a"] }), "samlp.nameIdentifierProbes"],
		["another binding", samlp({ binding: "urn:oasis:names:tc:SAML:2.0:bindings:SOAP" }), "samlp.binding"],
		["a logout address of a script", samlp({ logout: { callback: "javascript:1" } }), "samlp.logout.callback"],
		["a text for a logout", samlp({ logout: { slo_enabled: 1 } }), "samlp.logout.slo_enabled"],
		[
			"too long a certificate",
			samlp({ signingCert: "x".repeat(ADDON_CERTIFICATE_LENGTH_MAX + 1) }),
			"samlp.signingCert",
		],
	])("refuse %s, on the field", (_, addons, path) => {
		expect(pathsOf(addons)[0]).toMatch(new RegExp(`^${path.replaceAll(".", "\\.")}`));
	});
});
