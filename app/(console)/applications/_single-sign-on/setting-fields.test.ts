import { expect, it } from "vitest";
import type { MappingRow } from "../_edit/mappings";
import { nameIdentifierAdvice } from "./setting-fields";

const mail = { field: "email", name: "mail" };
const adviceOn = (mappings: MappingRow[], probes = "") => nameIdentifierAdvice({ mappings, probes });

it("warns of mappings without a name identifier", () => {
	expect(adviceOn([mail])).toContain("may have no NameID");
});

it("has no advice for the default mappings, one of the name identifier, and explicit name identifier attributes", () => {
	expect(adviceOn([])).toBeNull();
	expect(adviceOn([{ field: "", name: "" }])).toBeNull();
	expect(
		adviceOn([mail, { field: "name", name: "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name" }]),
	).toBeNull();
	expect(adviceOn([mail], "mail")).toBeNull();
});
