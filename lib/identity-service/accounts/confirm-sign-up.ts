import type { Insertable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { Origin } from "../context/new-log-entry";
import { type Attempt, counted, logFailure } from "../log/sign-ins";
import { loginRefusal } from "../login/login-problems";
import { verifyPassword } from "../passwords/password-hash";
import { inPasswordQueue } from "../passwords/password-queue";
import type { PendingSignUpTable, UserTable } from "../store/schema";
import { findTicket, redeemPendingSignUp } from "../store/tickets";
import type { Profile } from "./profile";
import { DEAD_LINK, ticketHashes } from "./ticket";

/** The sign-up behind a link; undefined where the link was used, has expired, or never existed. */
export function pendingSignUpOf(service: IdentityService, ticket: string): Promise<PendingSignUpTable | undefined> {
	const hashes = ticketHashes(service, "sign-up", ticket);
	return findTicket(service.database, "pending_sign_ups", hashes, epochSeconds(service.now()));
}

/**
 * Makes the account of a sign-up. The link proves that the caller owns the address, but not that the caller chose the
 * password: an attacker could sign up with another user's address, wait until its owner follows the link, and sign in.
 * So the browser must be the one that signed up, or the caller must enter the password.
 * @param password entered in another browser; null in the browser that signed up
 * @throws Refusal
 */
export async function confirmSignUp(
	service: IdentityService,
	pending: PendingSignUpTable,
	password: string | null,
	attempt: Attempt & { request: Origin },
): ReturnType<typeof redeemPendingSignUp> {
	if (password === "") throw loginRefusal("no-password");
	if (password !== null) await requirePassword(service, pending, password, attempt);
	const outcome = await inTransaction(service.database, async (transaction) => {
		const user = newUser(pending, service.now().toISOString());
		const result = await redeemPendingSignUp(transaction, pending, user);
		const known = { ...attempt, userId: result === "created" ? user.user_id : undefined, userName: pending.email };
		const description = "An account with the e-mail address has been created in another way since.";
		if (result === "known") await service.log.record(transaction, { ...known, type: "fv", description });
		if (result !== "created") return result;
		await service.log.record(transaction, { ...known, type: "ss" });
		await service.log.record(transaction, { ...known, type: "sv" });
		return result;
	});
	if (outcome === "gone") service.log.add({ ...attempt, type: "fv", description: DEAD_LINK, userName: pending.email });
	return outcome;
}

function requirePassword(
	service: IdentityService,
	{ email, email_key, password_hash }: PendingSignUpTable,
	password: string,
	sent: Attempt & { request: Origin },
): Promise<void> {
	const { throttles, passwordCost } = service;
	const { address } = sent.request.user;
	const attempt = { ...sent, userName: email };
	return inPasswordQueue(async () => {
		const blocks = await counted(service, throttles.logins, { account: email_key, address }, attempt, "fv");
		if (!(await verifyPassword(password, password_hash, passwordCost))) {
			logFailure(service, { ...attempt, type: "fv", description: "The password is not that of the sign-up." }, blocks);
			throw loginRefusal("other-password");
		}
		await throttles.logins.succeeded(email_key, address);
	});
}

function newUser(
	{ user_id, email, email_key, password_hash, profile }: PendingSignUpTable,
	now: string,
): Insertable<UserTable> {
	const { name, given_name, family_name, nickname, picture, username, user_metadata } = JSON.parse(profile) as Profile;
	const fullName = name ?? ([given_name, family_name].filter(Boolean).join(" ") || email);
	return {
		user_id,
		connection: null,
		email,
		email_key,
		email_verified: 1,
		name: fullName,
		name_key: fullName.toLowerCase(),
		given_name: given_name ?? null,
		family_name: family_name ?? null,
		nickname: nickname ?? email.split("@")[0] ?? null,
		picture: picture ?? null,
		password_hash,
		admin_role: null,
		password_generation: null,
		password_chosen: 1,
		username: username ?? null,
		user_metadata: user_metadata ? JSON.stringify(user_metadata) : null,
		created_at: now,
		updated_at: now,
	};
}
