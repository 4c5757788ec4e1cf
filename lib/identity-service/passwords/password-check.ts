import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { findAccountByEmail, type UserRow } from "../store/users";
import { verifyPassword } from "./password-hash";
import { inPasswordQueue } from "./password-queue";

/** Longer passwords are wrong without being hashed in full. */
const PASSWORD_LENGTH_MAX = 1024;

/** Other texts are not looked up: not every database accepts every character. */
export const EMAIL_PATTERN = /^[^\p{Cc}\p{Cs}]{1,320}$/u;

/**
 * Checks an e-mail address and a password. An unknown address waits as long, costs the same work and gets the same
 * refusal as a wrong password; a blocked account is blocked for the right password too.
 * @param attempt `address` is the network address of the request, for the limits
 * @throws 429 too_many_requests where the queue is full: the attempt was neither checked nor counted;
 * 429 too_many_attempts; 403 invalid_grant
 */
export function checkPassword(
	service: IdentityService,
	{ email, password, address }: { email: string; password: string; address: string },
): Promise<UserRow> {
	const { logins } = service.throttles;
	const account = email.trim().toLowerCase();
	// Step by step, so that neither a transaction nor a connection is held while the password is hashed.
	return inPasswordQueue(async () => {
		if (!(await logins.begin(account, address))) throw tooManyAttempts();
		const user = EMAIL_PATTERN.test(account) ? await findAccountByEmail(service.database, account) : null;
		const typed = password.slice(0, PASSWORD_LENGTH_MAX + 1);
		const hash = user && (user.password_hash ?? (await service.sample.passwordHash(user)));
		const isRight = await verifyPassword(typed, hash, service.passwordCost);
		if (!user || !isRight || password.length > PASSWORD_LENGTH_MAX) {
			throw new Refusal(403, "invalid_grant", "Wrong email or password.", { problem: "credentials" });
		}
		await logins.succeeded(account, address);
		return user;
	}, "busy");
}

/** 429 for an attempt at a blocked account, right or wrong. */
export function tooManyAttempts(): Refusal {
	const message = "Your account has been blocked after multiple consecutive login attempts. Try again in 15 minutes.";
	return new Refusal(429, "too_many_attempts", message, { problem: "blocked" });
}
