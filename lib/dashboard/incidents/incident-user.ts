import "server-only";
import type { User } from "@/lib/contract/user";
import { dashboardConfig, roleOfEmbeddedUser } from "../config";
import { labelOf } from "../management/seen";
import { isRole, may, type Role, whoMay } from "../session/permissions";
import { roleOf } from "../session/role";
import { findClaimedRole } from "../store/claimed-roles";
import type { ListedUser, RoleHere } from "../store/incident";

/** Who acts: an admin, or the command line. */
export type IncidentActor = { subject: string; role: Role };

/** A user as the tenant reports them now. @param email by which the user was looked up, for a response that omits it */
export async function factsOf(found: User, email: string | null = null) {
	const facts = {
		id: found.user_id,
		label: labelOf(found) ?? found.user_id,
		name: found.name ?? null,
		email: found.email ?? email,
		emailVerified: found.email_verified ?? null,
		blocked: found.blocked ?? null,
	};
	return { ...facts, role: await roleHere(facts) };
}

type Identified = Pick<ListedUser, "id" | "email" | "emailVerified">;

/**
 * The role of a user in this console, blocked or not. An e-mail address of which the tenant does not say whether it is verified
 * counts as verified: who may be an editor is treated as one.
 */
async function roleHere({ id, email, emailVerified }: Identified): Promise<RoleHere> {
	const embedded = roleOfEmbeddedUser.get();
	if (embedded) {
		const role = await embedded(id, { evenBlocked: true });
		return isRole(role) ? role : null;
	}
	const settings = dashboardConfig();
	// Of a claim: also a role that has ended with its time, which the next sign-in gives again.
	const claimed = settings.roleClaim ? await findClaimedRole(id, settings.roleClaim.name) : null;
	const identity = { subject: id, email, emailVerified: emailVerified !== false };
	const role = roleOf(identity, settings, claimed?.values ?? [])?.role ?? null;
	// Of whom no sign-in is kept, the next one may have the claim.
	if (role !== "editor" && claimed === null && (settings.roleClaim?.values.editor.length ?? 0) > 0) return "unknown";
	const byAddress = settings.editors.some((entry) => entry.includes("@") && !entry.includes("|"));
	return role === null && email === null && byAddress ? "unknown" : role;
}

/**
 * Why an admin may not end the sessions of a user in an incident; null: nothing is against it. Of whom it is not known whether
 * they are an editor, support may, as on the user's own page: where a claim decides, that is every user who never signed in here.
 */
export function protectionOf({ id, role }: Pick<ListedUser, "id" | "role">, actor: IncidentActor): string | null {
	if (id === actor.subject) return "This is you. Your sessions stay.";
	if (may(actor.role, "actOnEditors")) return null;
	return role === "editor" ? `An editor of this console. ${whoMay("actOnEditors")}` : null;
}
