import { expect, it } from "vitest";
import type { MappingRow } from "../_edit/mappings";
import { singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { nameIdentifierAdvice } from "./mapping-rows";

const { defaults, valuesOf } = singleSignOnEditor;
const adviceOn = (mappings: MappingRow[], probes = "", isEmbedded = true) =>
	nameIdentifierAdvice({ ...valuesOf(defaults), mappings, probes }, isEmbedded);
const NAME = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name";

it("warns of mappings without a name identifier", () => {
	const mappings = [{ field: "email", name: "mail" }];
	expect(adviceOn(mappings)).toContain("nobody can sign in");
	expect(adviceOn(mappings, "", false)).toContain("may have no name identifier");
});

it("has no advice for the default mappings, one of the name identifier, and explicit name identifier attributes", () => {
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
