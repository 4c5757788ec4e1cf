import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { loginRefusal } from "../login/login-retry";
import { verifyPassword } from "../passwords/password-hash";
import { inPasswordQueue } from "../passwords/password-queue";
import type { PendingSignUpTable, UserTable } from "../store/schema";
import { findTicket, redeemPendingSignUp } from "../store/tickets";
import type { Profile } from "./profile";
import { ticketHashes } from "./ticket";

type Outcome = "created" | "gone" | "known";

/** The sign-up behind a link; undefined where it was used, has expired, or never was. */
export function pendingSignUpOf(service: IdentityService, ticket: string): Promise<PendingSignUpTable | undefined> {
	const now = Math.floor(service.now().getTime() / 1000);
	return findTicket(service.database, "pending_sign_ups", ticketHashes(service, "sign-up", ticket), now);
}

/** @param browserTicket of the browser that follows the link */
export function isFromBrowser(
	service: IdentityService,
	{ browser_hash }: PendingSignUpTable,
	browserTicket: string | null,
): boolean {
	if (browser_hash === null || browserTicket === null) return false;
	return ticketHashes(service, "sign-up-browser", browserTicket).includes(browser_hash);
}

/**
 * Makes the account of a sign-up. The link shows that the address is the caller's, and nothing about who chose the
 * password: anybody could sign up with somebody else's address, wait until its owner follows the link, and sign in. So the
 * browser must be the one that signed up, or the password must be known.
 * @param password that was chosen, where the browser is another one
 * @param address where it comes from, for the limits
 * @throws Refusal with the code of a problem
 */
export async function confirmSignUp(
	service: IdentityService,
	pending: PendingSignUpTable,
	{ browserTicket, password, address }: { browserTicket: string | null; password: string; address: string },
): Promise<Outcome> {
	if (!isFromBrowser(service, pending, browserTicket)) {
		if (password === "") throw loginRefusal("no-password");
		await requirePassword(service, pending, password, address);
	}
	return inTransaction(service.database, (transaction) =>
		redeemPendingSignUp(transaction, pending, newUser(pending, service.now())),
	);
}

async function requirePassword(
	service: IdentityService,
	{ email_key, password_hash }: PendingSignUpTable,
	password: string,
	address: string,
): Promise<void> {
	const throttle = service.throttles.logins;
	await inPasswordQueue(async () => {
		if (!(await throttle.begin(email_key, address))) throw loginRefusal("blocked");
		if (!(await verifyPassword(password, password_hash, service.passwordCost))) throw loginRefusal("other-password");
		await throttle.succeeded(email_key, address);
	});
}

function newUser({ user_id, email, email_key, password_hash, profile }: PendingSignUpTable, now: Date): UserTable {
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
		created_at: now.toISOString(),
		updated_at: now.toISOString(),
	};
}
