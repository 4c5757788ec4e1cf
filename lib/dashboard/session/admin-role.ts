import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { type DashboardConfig, dashboardConfig } from "../config";
import { type Access, isRole, may, type Role } from "./permissions";

export type Identity = { subject: string; email: string | null; emailVerified: boolean };

/** The role by the settings; null: no access. An e-mail address counts only when the tenant has verified it. */
export function roleOf(
	identity: Identity,
	{ editors, support, viewers }: Pick<DashboardConfig, "editors" | "support" | "viewers">,
): Role | null {
	if (editors.some((entry) => names(entry, identity))) return "editor";
	if (support.some((entry) => names(entry, identity))) return "support";
	if (viewers.some((entry) => names(entry, identity))) return "viewer";
	return null;
}

function names(entry: string, { subject, email, emailVerified }: Identity): boolean {
	if (entry === subject) return true;
	return emailVerified && email !== null && foldAscii(entry) === foldAscii(email);
}

/** A to Z only: `toLowerCase` also turns the Kelvin sign into a k. */
function foldAscii(text: string): string {
	return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * As the embedded tenant stores it: another version may have written a role that this one does not know. A blocked user has
 * none; with `evenBlocked` the one that they will have again.
 */
export type RoleOfUser = (userId: string, options?: { evenBlocked: boolean }) => Promise<string | null>;

const roleOfEmbeddedUser = processWide<RoleOfUser | null>("role-of-embedded-user", () => null);

/** The embedded tenant stores its admins itself. Called at its start. */
export function provideEmbeddedRoles(roleOfUser: RoleOfUser): void {
	roleOfEmbeddedUser.set(roleOfUser);
}

/** The current role: of the embedded tenant, or by the settings for a real one. */
export async function adminRole(identity: Identity): Promise<Role | null> {
	const embedded = roleOfEmbeddedUser.get();
	if (!embedded) return roleOf(identity, dashboardConfig());
	const role = await embedded(identity.subject);
	return isRole(role) ? role : null;
}

/** Whether the tenant's users who are admins here are known: a real tenant's are named by settings, in part by address. */
export function knowsAdmins(): boolean {
	return roleOfEmbeddedUser.get() !== null;
}

/**
 * Whether a role may work on the sessions and tokens of a user. Those of an editor, blocked or not, are for editors, where that is known.
 * @param userId null where the user is unknown: treated as an editor
 */
export async function mayActOn(role: Role, userId: string | null | undefined): Promise<boolean> {
	const roleOfUser = roleOfEmbeddedUser.get();
	if (may(role, "actOnEditors") || !roleOfUser) return true;
	return Boolean(userId) && (await roleOfUser(userId ?? "", { evenBlocked: true })) !== "editor";
}

/** For pages about a user's sessions and tokens. */
export async function accessTo(role: Role, userId: string | null | undefined): Promise<Access> {
	return { role, towards: (await mayActOn(role, userId)) ? role : "viewer" };
}
