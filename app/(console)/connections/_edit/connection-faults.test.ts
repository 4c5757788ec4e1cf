import { expect, test } from "vitest";
import { acmeContent, CERTIFICATES } from "./connection.test-data";
import { type ConnectionContent, type ConnectionValues, newContent, valuesOf } from "./connection-content";
import { connectionFaults } from "./connection-faults";
import { refusedFields } from "./connection-form-schema";

const faultsOf = (part: Partial<ConnectionValues>, opened: ConnectionContent = acmeContent) =>
	connectionFaults(opened, { ...valuesOf(opened), ...part });
const stop = (part: Partial<ConnectionValues>, opened?: ConnectionContent) =>
	Object.keys(faultsOf(part, opened) ?? {}).join();

test.each(["a", "A1", "acme-corp", "x".repeat(128)])("a new connection may be called %j", (name) => {
	expect(faultsOf({ name, signInEndpoint: "https://a.example/" }, newContent)).toBeNull();
});

test.each(["", " ", "a b", "-a", "a-", "ä", "a_b", "x".repeat(129)])("and not %j", (name) => {
	expect(stop({ name, signInEndpoint: "https://a.example/" }, newContent)).toBe("name");
});

test.each([
	["a sign-in address is needed", { signInEndpoint: " " }, "signInEndpoint"],
	["plain http is for this machine alone", { signInEndpoint: "http://a.example/" }, "signInEndpoint"],
	["no script is an address", { signOutEndpoint: "javascript:1" }, "signOutEndpoint"],
	["no markup is in a name", { displayName: "<b>" }, "displayName"],
	["a display name isn't taken away", { displayName: "" }, "displayName"],
	["no control character is sent", { issuer: "urn:\u0001" }, "issuer"],
	["what is no certificate is none", { signingCert: "certificate" }, "signingCert"],
	["eleven certificates are too many", { signingCert: (CERTIFICATES[0] ?? "").repeat(11) }, "signingCert"],
	["a private key is none", { signingCert: "-----BEGIN PRIVATE KEY-----" }, "signingCert"],
	["a default application is needed", { isProviderInitiated: true }, "defaultClient"],
	["it is one of those ticked", { isProviderInitiated: true, defaultClient: "other" }, "defaultClient"],
	["a query has an end", { defaultQuery: "q".repeat(2049) }, "defaultQuery"],
	["21 attributes are too many", { mapping: { ...valuesOf(acmeContent).mapping, name: lines(21) } }, "mapping"],
] as const)("%s", (_, part, field) => expect(stop(part)).toBe(field));

function lines(count: number): string {
	return Array.from({ length: count }, (_, index) => `urn:${index}`).join("\n");
}

test("turning a connection off is never stopped", () => {
	const opened = { ...acmeContent, isProviderInitiated: true, defaultClient: "shop" };
	expect(faultsOf({ clients: [] }, opened)).toBeNull();
	expect(stop({ clients: ["other"] }, opened)).toBe("defaultClient");
});

test("what is stored and stays is not judged", () => {
	const opened = { ...acmeContent, signInEndpoint: "", issuer: "urn:\u0001", isProviderInitiated: true };
	expect(faultsOf({ userIdAttribute: "uid" }, opened)).toBeNull();
});

test("from anybody, only what is offered is taken, and a connection keeps its name", () => {
	const values = valuesOf(acmeContent);
	expect(refusedFields(acmeContent, { ...values, protocolBinding: "urn:soap" })).toHaveProperty("protocolBinding");
	expect(refusedFields(acmeContent, { ...values, name: "other" })).toHaveProperty("name");
	expect(
		refusedFields({ ...acmeContent, protocolBinding: "urn:soap" }, { ...values, protocolBinding: "urn:soap" }),
	).toBe(null);
});
