import { expect, it } from "vitest";
import { nameIdentifierAdvice } from "./name-identifier-advice";

const adviceOn = (mappings: string, probes = "") => nameIdentifierAdvice({ mappings, probes });

it("warns of mappings without a name identifier", () => {
	expect(adviceOn("email = mail")).toContain("may have no name identifier");
});

it("has no advice for the default mappings, one of the name identifier, and explicit name identifier attributes", () => {
	expect(adviceOn("")).toBeNull();
	expect(adviceOn("\n")).toBeNull();
	expect(adviceOn("email = mail\nname=http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name")).toBeNull();
	expect(adviceOn("email = mail", "mail")).toBeNull();
});
