import { afterEach, beforeEach, expect, test } from "vitest";
import { roleOfEmbeddedUser } from "../config";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { accessTo, adminRole, requirePermission } from "./session";

const identity = { subject: "editor", email: null, emailVerified: false };

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

test("the settings name the admins of a real tenant", async () => {
	expect(await adminRole(identity)).toBe("editor");
	expect(await adminRole({ ...identity, subject: "somebody" })).toBeNull();
});

test("the embedded tenant stores its admins itself, and the settings have no effect there", async () => {
	roleOfEmbeddedUser.set(async (userId) => (userId === "somebody" ? "viewer" : null));
	expect(await adminRole(identity)).toBeNull();
	expect(await adminRole({ ...identity, subject: "somebody" })).toBe("viewer");
});

test("a change of roles in the embedded tenant applies to the next request of a session", async () => {
	const roles = new Map<string, string>([["editor", "editor"]]);
	roleOfEmbeddedUser.set(async (userId) => roles.get(userId) ?? null);
	signInAs("editor");
	expect((await requirePermission("changeTemplates")).role).toBe("editor");
	roles.set("editor", "viewer");
	await expect(requirePermission("changeTemplates")).rejects.toMatchObject({ reason: "role" });
	expect((await requirePermission("look")).role).toBe("viewer");
	for (const unknown of ["owner", "Editor", ""]) {
		roles.set("editor", unknown);
		await expect(requirePermission("look")).rejects.toMatchObject({ reason: "signed-out" });
	}
	roles.clear();
	await expect(requirePermission("look")).rejects.toMatchObject({ reason: "signed-out" });
});

test("support has the access of a viewer to an editor's sessions and tokens, and to those of an unknown user", async () => {
	const towards = async (...users: (string | null | undefined)[]) =>
		Promise.all(users.map(async (user) => (await accessTo("support", user)).towards));
	expect(await towards("ann", "vera", null)).toEqual(["support", "support", "support"]);
	roleOfEmbeddedUser.set(async (userId) => (userId === "ann" ? "editor" : userId === "vera" ? "viewer" : null));
	expect(await towards("ann", "vera", "nobody")).toEqual(["viewer", "support", "support"]);
	roleOfEmbeddedUser.set(async (_, options) => (options?.evenBlocked ? "editor" : null));
	expect(await towards("a blocked editor")).toEqual(["viewer"]);
	expect(await towards(null, undefined, "")).toEqual(["viewer", "viewer", "viewer"]);
	expect(await accessTo("editor", "ann")).toEqual({ role: "editor", towards: "editor" });
	expect(await accessTo("viewer", "vera")).toEqual({ role: "viewer", towards: "viewer" });
});
