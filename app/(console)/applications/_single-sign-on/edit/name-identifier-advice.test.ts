import { expect, it } from "vitest";
import { nameIdentifierAdvice } from "../form/mapping-rows";
import type { MappingRow } from "./mappings";
import { singleSignOnEditor } from "./single-sign-on-editor";

const { usual, valuesOf } = singleSignOnEditor;
const adviceOn = (mappings: MappingRow[], probes = "") =>
	nameIdentifierAdvice({ ...valuesOf(usual), mappings, probes });
const NAME = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name";

it("warns of mappings without what people are named by", () => {
	expect(adviceOn([{ field: "email", name: "mail" }])).toContain("nobody can sign in");
});

it("has nothing to say of the usual mappings, of an own one that names people, and where the attributes are named", () => {
	expect(adviceOn([])).toBeNull();
	expect(adviceOn([{ field: "", name: "" }])).toBeNull();
	expect(
		adviceOn([
			{ field: "email", name: "mail" },
			{ field: "name", name: NAME },
		]),
	).toBeNull();
	expect(adviceOn([{ field: "email", name: "mail" }], "mail")).toBeNull();
});
