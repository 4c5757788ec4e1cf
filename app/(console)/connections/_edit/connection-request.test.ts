import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainPem } from "@/app/_certificates/pem";
import { HTTP_POST_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { dashboardConfig } from "@/lib/dashboard/config";
import { clearDashboardState, pointAtService } from "@/lib/dashboard/testing/dashboard-state";
import { fullAccess } from "./access";
import { acmeContent, CERTIFICATES, content } from "./connection.test-data";
import { type ConnectionContent, connectionEditor } from "./connection-editor";
import { contentOf, createRequestOf, updateRequestOf } from "./connection-request";

beforeAll(() => pointAtService("http://127.0.0.1:9"));
afterAll(clearDashboardState);

const RUNS = { numRuns: process.env.LONG ? 2_000 : 60 };
const { changes } = connectionEditor;
const stored = (body: object) => ({
	id: "con_1",
	name: "acme",
	strategy: "samlp",
	clients: [] as string[],
	...body,
});
const optionsOf = (part: Partial<ConnectionContent>, options: object, before = acmeContent) =>
	updateRequestOf(before, { ...before, ...part }, stored({ options }))?.options;

test("what is created is the content of the form", () => {
	fc.assert(
		fc.property(content, (one) => {
			const { clients } = one;
			expect(changes(contentOf(stored({ ...createRequestOf(one), clients })), one)).toEqual([]);
			expect(Object.keys(createRequestOf(one))).not.toEqual(expect.arrayContaining(["clients"]));
		}),
		RUNS,
	);
});

test("the request turns the stored content into the new one, and leaves all other options as they are", () => {
	const unknown = { odd: { secret: "s" }, debug: true };
	fc.assert(
		fc.property(content, content, (before, after) => {
			const { options, ...rest } = createRequestOf(before);
			const initiated = { ...options?.idpinitiated, note: 1 };
			const fieldsMap = { ...options?.fieldsMap, groups: "memberOf" };
			const { clients } = before;
			const made = stored({
				...rest,
				clients,
				options: { ...options, ...unknown, idpinitiated: initiated, fieldsMap },
			});
			expect(changes(contentOf(made), before)).toEqual([]);
			const request = updateRequestOf(before, after, made);
			const now = { ...made, ...request } as typeof made & { options: Record<string, unknown> };
			expect(changes(contentOf(now), after)).toEqual([]);
			expect(now.options).toMatchObject({ ...unknown, idpinitiated: { note: 1 }, fieldsMap: { groups: "memberOf" } });
			expect(request === null).toBe(changes(before, after).length === 0);
			expect(request ?? {}).not.toHaveProperty("name");
		}),
		RUNS,
	);
});

test("only applications are sent where only they change: options are left out", () => {
	const body = updateRequestOf(acmeContent, { ...acmeContent, clients: [] }, stored({ options: { a: 1 } }));
	expect(body).toEqual({ clients: [] });
});

test("a removed text is left out of the options, a switch and a choice are sent", () => {
	const set = { entityId: "urn:us", isQuietSignOut: true, defaultProtocol: "wsfed" };
	const before = { ...acmeContent, ...set };
	const options = { entityId: "urn:us", disableSignout: true, idpinitiated: { client_protocol: "wsfed" } };
	expect(optionsOf({ entityId: "", isQuietSignOut: false, defaultProtocol: "oidc" }, options, before)).toEqual({
		disableSignout: false,
		idpinitiated: { client_protocol: "oidc" },
	});
});

test("metadata that a tenant stores is removed when a field that it would fill again changes", () => {
	const kept = {
		metadataXml: "<a/>",
		metadataUrl: "https://acme.example/metadata",
		thumbprints: ["t"],
		expires: "e",
		issuer: "urn:acme",
	};
	expect(optionsOf({ userIdAttribute: "uid" }, kept)).toEqual({ ...kept, user_id_attribute: "uid" });
	expect(optionsOf({ issuer: "urn:b" }, kept)).toEqual({ thumbprints: ["t"], expires: "e", issuer: "urn:b" });
	expect(optionsOf({ signingCert: CERTIFICATES[0] }, { ...kept, cert: "old" })).toEqual({
		issuer: "urn:acme",
		signingCert: CERTIFICATES[0],
	});
});

test("certificates are the same in each form in which a tenant stores them", () => {
	const [pem = ""] = CERTIFICATES;
	const base64 = Buffer.from(pem).toString("base64");
	for (const signingCert of [pem, base64, pem.replaceAll("\n", "\r\n"), `Bag\n${pem}`]) {
		expect(contentOf(stored({ options: { signingCert } })).signingCert).toBe(pem);
	}
	const body = "QUJD".repeat(40);
	expect(plainPem(body)).toBe(plainPem(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`));
	expect(contentOf(stored({ options: { signingCert: body } })).signingCert).toBe(plainPem(body));
	expect(plainPem("neither")).toBe("neither");
	expect(contentOf(stored({ options: { cert: base64 } })).signingCert).toBe(pem);
	expect(contentOf(stored({ options: { signingCert: "", cert: base64 } })).signingCert).toBe(pem);
});

test("the two names of SAML are one protocol", () => {
	const read = (client_protocol: string) =>
		contentOf(stored({ options: { idpinitiated: { client_protocol } } })).defaultProtocol;
	expect(["saml", "samlp", ""].map(read)).toEqual(["samlp", "samlp", "oidc"]);
});

test("options of shapes that the form can't show are left out, and stay", () => {
	const options = { issuer: 1, fieldsMap: { email: { a: 1 }, name: ["n", 2] }, idpinitiated: "yes", entityId: null };
	const shown = contentOf(stored({ options }));
	expect(shown).toMatchObject({ issuer: "", entityId: "", mapping: { name: ["n"] }, isProviderInitiated: false });
	expect(optionsOf({ userIdAttribute: "uid" }, options, shown)).toEqual({ ...options, user_id_attribute: "uid" });
	expect(optionsOf({ mapping: { ...shown.mapping, picture: ["p"] } }, options, shown)).toEqual({
		...options,
		fieldsMap: { ...options.fieldsMap, picture: "p" },
	});
	expect(optionsOf({ mapping: {} }, { fieldsMap: { name: "n" } }, shown)).toEqual({});
});

test("what the tenant leaves out of its response is not known, and can't be changed", () => {
	const accessTo = (body: object) => contentOf(stored({ options: {}, ...body })).access;
	expect(accessTo({})).toEqual(fullAccess);
	for (const options of [undefined, null]) expect(accessTo({ options })).toMatchObject({ options: "unread" });
	expect(accessTo({ clients: undefined })).toMatchObject({ clients: "unread" });
	expect(accessTo({ hasMoreClients: true })).toMatchObject({ clients: "shown" });
	const other = { basics: "shown", options: "unread", embeddedOptions: "unread", clients: "edited" };
	expect(accessTo({ strategy: "auth0", options: { customScripts: {} } })).toEqual(other);
});

test("options that the vendor lacks are neither sent nor taken out at a real tenant", () => {
	dashboardConfig().tenant.embedded = false;
	const lacked = {
		issuer: "urn:acme",
		nameIdentifierFormat: NAME_FORMATS.emailAddress,
		signOutBinding: HTTP_POST_BINDING,
		signOutResponseEndpoint: "https://acme.example/out",
	};
	const options = { ...lacked, signInEndpoint: "https://acme.example/in", metadataXml: "<x/>" };
	const before = contentOf(stored({ options }));
	const typed = { issuer: "", nameIdentifierFormat: "", signOutBinding: "", signOutResponseEndpoint: "" };
	expect(updateRequestOf(before, { ...before, ...typed }, stored({ options }))).toBeNull();
	const after = { ...before, ...typed, userIdAttribute: "uid" };
	expect(updateRequestOf(before, after, stored({ options }))).toEqual({
		options: { ...options, user_id_attribute: "uid" },
	});
	expect(createRequestOf({ ...before, ...lacked, access: fullAccess }).options).toEqual({
		signInEndpoint: "https://acme.example/in",
	});
	dashboardConfig().tenant.embedded = true;
	expect(createRequestOf({ ...before, access: fullAccess }).options).toMatchObject(lacked);
});
