import type { IdentityService } from "../../identity-service";
import { findUsersByEmail, type UserRow } from "../../store/users";
import type { LoginThrottle } from "./login-throttle";
import { verifyPassword } from "./password-hash";

/** The longest password worth hashing. */
const PASSWORD_LENGTH_MAX = 1024;

/** What cannot be an address is not looked up: not every database takes every character. */
export const EMAIL_PATTERN = /^[^\p{Cc}\p{Cs}]{1,320}$/u;

/**
 * Checks an e-mail address and a password. An unknown address takes the same work and gets the same answer as a wrong
 * password; an account that is blocked is so for the right password too.
 * @param address where the attempt comes from, for the limits
 */
export async function checkPassword(
	service: IdentityService,
	throttle: LoginThrottle,
	{ email, password, address }: { email: string; password: string; address: string },
): Promise<UserRow | "credentials" | "blocked"> {
	const account = email.trim().toLowerCase();
	if (!(await throttle.begin(account, address))) return "blocked";
	const user = EMAIL_PATTERN.test(account) ? (await findUsersByEmail(service.database, account))[0] : undefined;
	const isRight = await verifyPassword(password.slice(0, PASSWORD_LENGTH_MAX + 1), user?.password_hash ?? null);
	if (!user || !isRight || password.length > PASSWORD_LENGTH_MAX) return "credentials";
	await throttle.succeeded(account, address);
	return user;
}
