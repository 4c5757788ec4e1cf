import { expect, test } from "vitest";
import { isRole, may, type Permission, ROLES, type Role, refusalOf, whoMay } from "./permissions";

/** Written by hand: a change of the table has to be repeated here. */
const allowed: Record<Permission, readonly Role[]> = {
	look: ["viewer", "support", "editor"],
	seePhotos: ["editor"],
	seeApiCalls: ["viewer", "editor"],
	seeLog: ["support", "editor"],
	openOutbox: ["editor"],
	editMetadata: ["support", "editor"],
	endSessions: ["support", "editor"],
	revokeTokens: ["support", "editor"],
	actOnEditors: ["editor"],
	blockUsers: ["editor"],
	changeTemplates: ["editor"],
	propose: ["viewer", "support", "editor"],
	changeApplications: ["editor"],
	changeProviders: ["editor"],
	setLogStream: ["editor"],
	makeTokens: ["editor"],
};
const permissions = Object.keys(allowed) as Permission[];

test.each(permissions)("each role may %s, or not", (permission) => {
	expect(ROLES.filter((role) => may(role, permission))).toEqual(allowed[permission]);
});

test("an unknown role and an unknown permission are refused", () => {
	for (const unknown of ["", "admin", "Editor", "editor ", "constructor"]) {
		expect(isRole(unknown)).toBe(false);
		expect(permissions.filter((permission) => may(unknown as Role, permission))).toEqual([]);
		expect(ROLES.filter((role) => may(role, unknown as Permission))).toEqual([]);
	}
	expect([isRole(null), isRole(undefined)]).toEqual([false, false]);
	expect(ROLES.filter((role) => may(role, undefined))).toEqual([]);
	expect(whoMay(undefined)).toBe("No role may do this.");
});

test("what is refused names every role that could", () => {
	expect(whoMay("changeTemplates")).toBe("Changing templates needs the editor role.");
	expect(whoMay("editMetadata")).toBe("Editing metadata needs the editor or support role.");
	expect(whoMay("changeApplications", "Creating an application")).toBe(
		"Creating an application needs the editor role.",
	);
});

test("what is refused towards an editor names who could there", () => {
	expect(refusalOf({ role: "support", towards: "viewer" }, "endSessions")).toBe(
		"Changing sessions and tokens of an editor needs the editor role.",
	);
	expect(refusalOf({ role: "viewer", towards: "viewer" }, "endSessions")).toBe(
		"Ending sessions needs the editor or support role.",
	);
});
