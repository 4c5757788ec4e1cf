import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import { accessText, fullAccess } from "./access";
import { acmeContent, CERTIFICATES, content } from "./connection.test-data";
import { type ConnectionContent, type ConnectionValues, connectionEditor, newConnection } from "./connection-editor";
import { controlOf } from "./mapping";

const { valuesOf, contentOf, contentOfParts, partsOf, changes } = connectionEditor;
const faultsOf = (part: Partial<ConnectionValues>, baseline: ConnectionContent = acmeContent) =>
	connectionEditor.faults(baseline, { ...valuesOf(baseline), ...part });
const faultyFields = (part: Partial<ConnectionValues>, baseline?: ConnectionContent) =>
	Object.keys(faultsOf(part, baseline) ?? {}).join();
const faultsOfNew = (part: Partial<ConnectionValues>) =>
	connectionEditor.faults(null, { ...newConnection, signInEndpoint: "https://a.example/", ...part });

test("parts hold all of a connection, the form's values all of the content, and native controls all of the values", () => {
	fc.assert(
		fc.property(content, (one) => {
			const values = valuesOf(one);
			expect(changes(contentOfParts(partsOf(one)), one)).toEqual([]);
			expect(changes(contentOf(values, null), one)).toEqual([]);
			expect(connectionEditor.typed(formOf(values))).toEqual(values);
		}),
	);
});

function formOf({ mapping, clients, access = fullAccess, ...rest }: ConnectionValues): FormData {
	const form = new FormData();
	form.set("access", accessText(access));
	const submitted = (text: string) => text.replaceAll("\n", "\r\n");
	for (const [name, value] of Object.entries(rest)) {
		if (typeof value === "string") form.set(name, submitted(value));
		else if (value) form.set(name, "on");
	}
	for (const field of MAPPED_FIELDS) form.set(controlOf("mapping", field), submitted(mapping[field]));
	for (const id of clients) form.append("clients", id);
	return form;
}

test("values that a page of the previous version stored are read, and nothing else", () => {
	const [values, baseline]: unknown[] = JSON.parse(JSON.stringify([valuesOf(acmeContent), acmeContent]));
	expect(connectionEditor.valuesIn(values)).toEqual(valuesOf(acmeContent));
	expect(connectionEditor.contentIn(baseline)).toEqual(acmeContent);
	const { access: _, ...earlier } = acmeContent;
	expect(connectionEditor.contentIn(earlier)).toMatchObject(earlier);
	for (const access of [null, {}, { ...fullAccess, options: "all" }]) {
		expect(connectionEditor.contentIn({ ...acmeContent, access })).toBeNull();
	}
	for (const mapping of [null, [], "", { email: "mail" }, { ...valuesOf(acmeContent).mapping, email: 1 }]) {
		expect(connectionEditor.valuesIn({ ...valuesOf(acmeContent), mapping })).toBeNull();
	}
	for (const mapping of [null, [], "", { email: "mail" }, { email: [1] }]) {
		expect(connectionEditor.contentIn({ ...acmeContent, mapping })).toBeNull();
	}
});

describe("rules", () => {
	test.each(["a", "A1", "acme-corp", "x".repeat(128), " acme "])("a new connection may be called %j", (name) => {
		expect(faultsOfNew({ name })).toBeNull();
	});

	test.each(["", " ", "a b", "-a", "a-", "ä", "a_b", "x".repeat(129)])(
		"a new connection may not be called %j",
		(name) => {
			expect(Object.keys(faultsOfNew({ name }) ?? {})).toEqual(["name"]);
		},
	);

	test("a new connection needs a name and a sign-in address", () => {
		expect(connectionEditor.faults(null, newConnection)).toEqual({
			name: "A name is needed.",
			signInEndpoint: "A sign-in address is needed.",
		});
	});

	test.each([
		["a name stays", { name: "other" }, "name"],
		["a sign-in address is needed", { signInEndpoint: " " }, "signInEndpoint"],
		["plain http is for this machine alone", { signInEndpoint: "http://a.example/" }, "signInEndpoint"],
		["no script is an address", { signOutEndpoint: "javascript:1" }, "signOutEndpoint"],
		["nor is it one for responses", { signOutResponseEndpoint: "javascript:1" }, "signOutResponseEndpoint"],
		["no markup is in a name", { displayName: "<b>" }, "displayName"],
		["a display name isn't removed", { displayName: " " }, "displayName"],
		["no control character is sent", { issuer: "urn:\u0001" }, "issuer"],
		["an entity ID has an end", { entityId: "u".repeat(1025) }, "entityId"],
		["only a certificate is accepted", { signingCert: "certificate" }, "signingCert"],
		["eleven certificates are too many", { signingCert: (CERTIFICATES[0] ?? "").repeat(11) }, "signingCert"],
		["a private key is refused", { signingCert: "-----BEGIN PRIVATE KEY-----" }, "signingCert"],
		["only an offered choice is accepted", { protocolBinding: "urn:soap" }, "protocolBinding"],
		["1001 applications are too many", { clients: lines(1001).split("\n") }, "clients"],
		["a default application is needed", { isProviderInitiated: true }, "defaultClient"],
		["it is one of those ticked", { isProviderInitiated: true, defaultClient: "other" }, "defaultClient"],
		["a query has an end", { defaultQuery: "q".repeat(2049) }, "defaultQuery"],
		["21 attributes are too many", { mapping: { ...valuesOf(acmeContent).mapping, name: lines(21) } }, "mapping"],
	] as const)("%s", (_, part, field) => expect(faultyFields(part)).toBe(field));

	function lines(count: number): string {
		return Array.from({ length: count }, (_, index) => `urn:${index}`).join("\n");
	}

	test("a fault of the mapping links to the field that it is about", () => {
		const { targetOf } = connectionEditor.fields.mapping.input;
		const fault = faultsOf({ mapping: { ...valuesOf(acmeContent).mapping, given_name: "\u0001" } })?.mapping ?? "";
		expect(fault).toMatch(/^Given name: It holds characters/);
		expect([fault, "The tenant refused it: no"].map((each) => targetOf?.(each))).toEqual([
			"mapping-given_name",
			"mapping",
		]);
	});

	test("turning a connection off is never refused", () => {
		const baseline = { ...acmeContent, isProviderInitiated: true, defaultClient: "shop" };
		expect(faultsOf({ clients: [] }, baseline)).toBeNull();
		expect(faultyFields({ clients: ["other"] }, baseline)).toBe("defaultClient");
	});

	test.each(["", "other"])(
		"a default application %j that is stored without being ticked blocks no other edit",
		(defaultClient) => {
			const baseline = { ...acmeContent, isProviderInitiated: true, defaultClient };
			expect(faultsOf({ displayName: "Other", signInEndpoint: "https://b.example/in" }, baseline)).toBeNull();
			expect(faultsOf({ clients: [...baseline.clients, "third"] }, baseline)).toBeNull();
			expect(faultyFields({ defaultQuery: "a=b" }, baseline)).toBe("defaultClient");
			expect(faultyFields({ isProviderInitiated: true }, { ...baseline, isProviderInitiated: false })).toBe(
				"defaultClient",
			);
		},
	);

	test("a stored value that stays is not checked", () => {
		const odd = { signInEndpoint: "", issuer: "urn:\u0001", protocolBinding: "urn:soap", isProviderInitiated: true };
		expect(faultsOf({ userIdAttribute: "uid" }, { ...acmeContent, ...odd })).toBeNull();
	});
});

describe("what can't be changed", () => {
	const readOnly = {
		...acmeContent,
		access: { ...fullAccess, options: "shown", embeddedOptions: "shown", clients: "unread" } as const,
	};

	test("is neither compared, checked nor described, whatever the form holds", () => {
		const typed = { ...valuesOf(readOnly), issuer: "", signInEndpoint: "", clients: ["other"], displayName: "Other" };
		const after = contentOf(typed, readOnly);
		expect(changes(readOnly, after).map(({ part }) => part)).toEqual(["displayName"]);
		expect(connectionEditor.faults(readOnly, typed)).toBeNull();
		expect(connectionEditor.describeChanges(readOnly, after, new Map()).map(({ part }) => part)).toEqual([
			"displayName",
		]);
	});

	test("stays so, whatever a form says about it", () => {
		expect(contentOf({ ...valuesOf(readOnly), access: fullAccess }, readOnly).access).toEqual(readOnly.access);
		expect(connectionEditor.valuesOf(acmeContent, valuesOf(readOnly), readOnly).access).toEqual(readOnly.access);
	});
});

describe("in words", () => {
	const names = new Map([["shop", "Shop"]]);
	const describeChanges = (before: Partial<ConnectionContent>, after: Partial<ConnectionContent>) =>
		connectionEditor
			.describeChanges({ ...acmeContent, ...before }, { ...acmeContent, ...after }, names)
			.map(({ words }) => words);

	test("each change is described", () => {
		expect(describeChanges({}, { signInEndpoint: "https://b.example/" })).toEqual([
			"Sets the sign-in address to “https://b.example/” (was “https://acme.example/in”)",
		]);
		expect(describeChanges({}, { mapping: {} })).toEqual(["Removes the mapping of e-mail address (was mail)"]);
		expect(describeChanges({}, { mapping: { email: ["mail"], name: ["cn", "n"] } })).toEqual([
			"Sets the mapping of name to cn, n",
		]);
		expect(describeChanges({}, { isShown: false })).toEqual(["Switches “Show a button on the sign-in page” off"]);
		expect(describeChanges({}, { clients: ["shop", "x"] })).toEqual(["Lets x use it"]);
		expect(describeChanges({}, { clients: [] })).toEqual(["Turns it off", "Stops Shop from using it"]);
		expect(describeChanges({ clients: [] }, {})).toEqual(["Turns it on", "Lets Shop use it"]);
		expect(describeChanges({}, { defaultProtocol: "wsfed" })).toEqual([
			"Sets the protocol of the default application to WS-Federation (was OpenID Connect)",
		]);
		expect(describeChanges({ defaultClient: "x" }, { defaultClient: "shop", defaultQuery: "a=b" })).toEqual([
			"Sets the default application to Shop (was x)",
			"Sets the query of the default application to “a=b”",
		]);
		expect(describeChanges({}, { signingCert: CERTIFICATES[0] })).toEqual([
			"Sets the signing certificate to a certificate ending in b25l",
		]);
		expect(describeChanges({ signingCert: CERTIFICATES[0] ?? "" }, { signingCert: CERTIFICATES[1] ?? "" })).toEqual([
			"Replaces the signing certificate: 2 certificates ending in b25l, dHdv (was a certificate ending in b25l)",
		]);
		expect(describeChanges({ signingCert: CERTIFICATES[0] ?? "" }, {})).toEqual([
			"Removes the signing certificate (a certificate ending in b25l)",
		]);
		expect(describeChanges({}, {})).toEqual([]);
	});

	test.each([
		["clients shop", "true", "Application Shop", "may use it"],
		["clients x", null, "Application x", "may not use it"],
		["mapping email", '["mail","urn:mail"]', "Mapping of e-mail address", "mail, urn:mail"],
		["mapping email", null, "Mapping of e-mail address", "nothing"],
		["defaultClient", '"shop"', "Default application", "Shop"],
		["defaultQuery", '"a=b"', "Query of the default application", "“a=b”"],
		["defaultProtocol", null, "Protocol of the default application", "OpenID Connect"],
		["isShown", null, "Show a button on the sign-in page", "off"],
	])("a conflict about %s has %j as its sides", (part, json, label, value) => {
		expect(connectionEditor.partLabel(part, names)).toBe(label);
		expect(connectionEditor.valueInWords(part, json, names)).toBe(value);
	});
});
