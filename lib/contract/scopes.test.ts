import { expect, test } from "vitest";
import { operations } from "./operations";
import { SCOPES } from "./scopes";

test("the scope table has one scope for each verb of each resource", () => {
	expect(new Set(SCOPES).size).toBe(SCOPES.length);
	expect(SCOPES).toContain("create:vdcs_templates");
	expect(SCOPES).toContain("update:refresh_tokens");
	expect(SCOPES).not.toContain("create:refresh_tokens");
	expect(SCOPES).toContain("create:user_tickets");
	expect(SCOPES).not.toContain("read:user_tickets");
});

test("every operation requires scopes of the table", () => {
	for (const { scopes } of Object.values(operations)) {
		for (const scope of scopes) expect(SCOPES).toContain(scope);
	}
});
