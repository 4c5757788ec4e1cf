import { randomInt } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { hashPassword } from "../passwords/password-hash";
import { samplePassword, sampleUserId } from "../sample-tenant/derived";
import { SIGN_IN_HANDLES } from "../sample-tenant/users";
import { writeCredentials } from "../sample-tenant/write-credentials";
import type { UserRow } from "../store/users";

const ALPHANUMERICS = "abcdefghijklmnopqrstuvwxyz0123456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Four groups of five letters and digits: 103 random bits. */
export function newPassword(): string {
	const character = () => ALPHANUMERICS.charAt(randomInt(ALPHANUMERICS.length));
	const group = () => Array.from({ length: GROUP_LENGTH }, character).join("");
	return Array.from({ length: GROUPS }, group).join("-");
}

/**
 * Gives a user a new password; the old one is worth nothing from now on. The sample tenant's sign-ins stay known to the
 * credentials command.
 * @returns the password, which is stored nowhere
 */
export async function resetPassword(service: IdentityService, user: UserRow): Promise<string> {
	const { identifiers, credentials } = service.secrets;
	const handle = SIGN_IN_HANDLES.find((known) => sampleUserId(identifiers, known) === user.user_id);
	const generation = (user.password_generation ?? 0) + 1;
	const password = handle ? samplePassword(credentials, handle, generation) : newPassword();
	const password_hash = await hashPassword(password, service.passwordCost);
	await service.database
		.updateTable("users")
		.set({ password_hash, password_generation: generation, password_chosen: null })
		.where("user_id", "=", user.user_id)
		.execute();
	if (handle) await writeCredentials(service);
	return password;
}
