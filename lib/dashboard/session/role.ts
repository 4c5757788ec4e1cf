import { type DashboardConfig, dashboardConfig } from "../config";
import "server-only";
import { processWide } from "@/lib/process/process-wide";

/** A viewer reads; an editor also writes. */
export type Role = "viewer" | "editor";

export type Identity = { subject: string; email: string | null; emailVerified: boolean };

/** The role by the settings; null: no access. An e-mail address counts only when the tenant has verified it. */
export function roleOf(
	identity: Identity,
	{ editors, viewers }: Pick<DashboardConfig, "editors" | "viewers">,
): Role | null {
	if (editors.some((entry) => names(entry, identity))) return "editor";
	if (viewers.some((entry) => names(entry, identity))) return "viewer";
	return null;
}

function names(entry: string, { subject, email, emailVerified }: Identity): boolean {
	if (entry === subject) return true;
	return emailVerified && email !== null && foldAscii(entry) === foldAscii(email);
}

/** A to Z alone: `toLowerCase` also makes a k of the Kelvin sign. */
function foldAscii(text: string): string {
	return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function hasRole(role: Role, needed: Role): boolean {
	return needed === "viewer" || role === "editor";
}

type RoleOfUser = (userId: string) => Promise<Role | null>;

const roleOfEmbeddedUser = processWide<RoleOfUser | null>("role-of-embedded-user", () => null);

/** The embedded tenant stores its admins itself. Called at its start. */
export function provideEmbeddedRoles(answer: RoleOfUser): void {
	roleOfEmbeddedUser.set(answer);
}

/** The current role: of the embedded tenant, or by the settings for a real one. */
export async function adminRole(identity: Identity): Promise<Role | null> {
	const embedded = roleOfEmbeddedUser.get();
	return embedded ? embedded(identity.subject) : roleOf(identity, dashboardConfig());
}
