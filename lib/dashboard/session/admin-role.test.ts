import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDashboardState, nextHeaders, pointAtService, signInAs } from "../testing/dashboard-state";

vi.mock("next/headers", () => nextHeaders);

const { adminRole, provideEmbeddedRoles } = await import("./session");
const { requirePermission } = await import("./session");
const identity = { subject: "editor", email: null, emailVerified: false };

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

test("the settings name the admins of a real tenant", async () => {
	expect(await adminRole(identity)).toBe("editor");
	expect(await adminRole({ ...identity, subject: "somebody" })).toBeNull();
});

test("the embedded tenant stores its admins itself, and the settings have no effect there", async () => {
	provideEmbeddedRoles(async (userId) => (userId === "somebody" ? "viewer" : null));
	expect(await adminRole(identity)).toBeNull();
	expect(await adminRole({ ...identity, subject: "somebody" })).toBe("viewer");
});

test("a change of roles in the embedded tenant applies to the next request of a session", async () => {
	const roles = new Map<string, "editor" | "viewer">([["editor", "editor"]]);
	provideEmbeddedRoles(async (userId) => roles.get(userId) ?? null);
	signInAs("editor");
	expect((await requirePermission("changeTemplates")).role).toBe("editor");
	roles.set("editor", "viewer");
	await expect(requirePermission("changeTemplates")).rejects.toMatchObject({ reason: "role" });
	expect((await requirePermission("look")).role).toBe("viewer");
	roles.clear();
	await expect(requirePermission("look")).rejects.toMatchObject({ reason: "signed-out" });
});
