import type { DashboardConfig } from "../config";
import { ROLE_SETTINGS } from "../role-claim";
import type { Role } from "./permissions";

export type Identity = { subject: string; email: string | null; emailVerified: boolean };

/** The setting that names a user, and how. */
export type RoleRule = {
	setting: (typeof ROLE_SETTINGS)[number][1];
	by: { kind: "id" | "email" } | { kind: "claim"; value: string };
};

/**
 * The role by the settings, and the rule that gives it: of several the highest, and of those one that names the user. Null: no
 * access. An e-mail address counts only when the tenant has verified it; a value of the claim only when it is the same text.
 * @param claimed values of the claim
 */
export function roleOf(
	identity: Identity,
	settings: Pick<DashboardConfig, "editors" | "support" | "viewers" | "roleClaim">,
	claimed: readonly string[] = [],
): { role: Role; rule: RoleRule } | null {
	const users = { editor: settings.editors, support: settings.support, viewer: settings.viewers };
	for (const [role, setting] of ROLE_SETTINGS) {
		if (users[role].includes(identity.subject)) return { role, rule: { setting, by: { kind: "id" } } };
		if (users[role].some((entry) => isEmail(entry, identity)))
			return { role, rule: { setting, by: { kind: "email" } } };
		const value = settings.roleClaim?.values[role].find((wanted) => claimed.includes(wanted));
		if (value !== undefined) return { role, rule: { setting, by: { kind: "claim", value } } };
	}
	return null;
}

function isEmail(entry: string, { email, emailVerified }: Identity): boolean {
	return emailVerified && email !== null && foldAscii(entry) === foldAscii(email);
}

/** A to Z only: `toLowerCase` also turns the Kelvin sign into a k. */
function foldAscii(text: string): string {
	return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
