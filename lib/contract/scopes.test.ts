import { expect, test } from "vitest";
import { isGranted, operations, scopesInWords } from "./operations";
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

test("any one scope of an operation is enough, unless it needs all of them", () => {
	expect(isGranted("get_clients", ["read:client_summary"])).toBe(true);
	expect(scopesInWords("get_clients")).toBe("read:clients or read:client_summary");
	expect(isGranted("post_session_revoke", ["delete:sessions"])).toBe(false);
	expect(isGranted("post_session_revoke", ["delete:refresh_tokens", "delete:sessions"])).toBe(true);
	expect(scopesInWords("post_session_revoke")).toBe("delete:sessions and delete:refresh_tokens");
});
