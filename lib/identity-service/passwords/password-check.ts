import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { NewLogEntry, Origin } from "../context/new-log-entry";
import { Refusal } from "../http/refusal";
import { CONNECTION_OF, counted, logFailure, nameInLog, typedName } from "../log/sign-ins";
import { hasPendingSignUp } from "../store/tickets";
import { findAccountByEmail, type UserRow } from "../store/users";
import { hashPassword, PASSWORD_READ_MAX, verifyPassword } from "./password-hash";
import { inPasswordQueue } from "./password-queue";

/** Other texts are not looked up: not every database accepts every character. */
export const EMAIL_PATTERN = /^[^\p{Cc}\p{Cs}]{1,320}$/u;

type PasswordAttempt = { email: string; password: string; request: Origin; client?: NewLogEntry["client"] };

/**
 * Checks an e-mail address and a password. An unknown address waits as long, costs the same work and gets the same
 * refusal as a wrong password; a blocked account is blocked for the right password too. A text that is too long for a
 * password is refused before the account is looked up, and is no attempt.
 * @param attempt by whose `request` it is counted; `client` is the application, for the log
 * @throws 429 too_many_requests where the queue is full: the attempt was neither checked nor counted;
 * 429 too_many_attempts; 403 invalid_grant
 */
export async function checkPassword(
	service: IdentityService,
	{ email, password, request, client }: PasswordAttempt,
): Promise<UserRow> {
	const { logins } = service.throttles;
	const { address } = request.user;
	if (password.length > PASSWORD_READ_MAX) throw wrongPassword();
	const account = email.trim().toLowerCase();
	// Step by step, so that neither a transaction nor a connection is held while the password is hashed.
	return inPasswordQueue(async () => {
		const user = EMAIL_PATTERN.test(account) ? await findAccountByEmail(service.database, account) : null;
		const userName = user ? nameInLog(user) : typedName(email);
		const attempt = { request, client, connection: CONNECTION_OF.pwd, userId: user?.user_id, userName };
		const blocks = await counted(service, logins, { account, address }, attempt);
		const hash = user && (user.password_hash ?? (await hashOfDerived(service, user)));
		const isRight = await verifyPassword(password, hash, service.passwordCost);
		if (!user || !isRight) {
			logFailure(service, { ...attempt, ...(await reasonOf(service, user, account)) }, blocks);
			throw wrongPassword();
		}
		await logins.succeeded(account, address);
		return user;
	}, "busy");
}

/** A derived password is hashed, and its hash stored, at the first login. Null: the user has no password. */
async function hashOfDerived({ database, seed, passwordCost }: IdentityService, user: UserRow): Promise<string | null> {
	const password = seed.passwordOf(user);
	if (password === null) return null;
	const password_hash = await hashPassword(password, passwordCost);
	const row = database.updateTable("users").set({ password_hash }).where("user_id", "=", user.user_id);
	await row.where("password_hash", "is", null).execute();
	return password_hash;
}

/** For the log alone: the caller learns nothing, and the same is read for all. */
async function reasonOf({ database, now }: IdentityService, user: UserRow | null, account: string) {
	const isUnconfirmed = EMAIL_PATTERN.test(account) && (await hasPendingSignUp(database, account, epochSeconds(now())));
	if (user) return { type: "fp", description: WRONG_PASSWORD } as const;
	if (isUnconfirmed) return { type: "f", description: SIGN_IN_FAILURES.unconfirmed } as const;
	return { type: "fu", description: WRONG_PASSWORD } as const;
}

const WRONG_PASSWORD = "Wrong email or password.";

function wrongPassword(): Refusal {
	return new Refusal(403, "invalid_grant", WRONG_PASSWORD, { problem: "credentials" });
}
