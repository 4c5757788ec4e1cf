import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { Origin } from "../context/new-log-entry";
import { callerHash, type ServiceRequest } from "../context/service-request";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { type Attempt, CONNECTION_OF, clientInLog, counted, logFailure, nameInLog, typedName } from "../log/sign-ins";
import { loginRefusal } from "../login/login-problems";
import { hashPassword, verifyPassword } from "../passwords/password-hash";
import { inPasswordQueue } from "../passwords/password-queue";
import type { ClientRow } from "../store/clients";
import type { PendingSignUpTable, UserTable } from "../store/schema";
import { findTicket, redeemPendingSignUp, saveTicket } from "../store/tickets";
import { findAccountByEmail } from "../store/users";
import type { Profile } from "./profile";
import { DEAD_LINK, newTicket, ticketHash, ticketHashes, ticketLink } from "./ticket";

export const CONFIRM_PATH = "/dbconnections/verify";
const LIFETIME_SECONDS = 24 * 3600;
const COOKIE = { name: "identity-service.sign-up", path: "/dbconnections", lifetimeSeconds: LIFETIME_SECONDS };
const COOKIE_VALUE = /^([\w-]+)\.([\w-]{43})$/;

type SignUp = {
	client: ClientRow;
	/** An address of `newAddress`. */
	email: string;
	/** That breaks no rule. */
	password: string;
	profile: Profile;
	/** Stored in the browser that signs up, to recognise it; null for a program. */
	browserTicket: string | null;
	request: Origin;
};

/**
 * Stores a sign-up and sends a link to its address. There is no account before the link was followed, and other sign-ups
 * for the same address are not changed. Where the address has an account, only its owner is informed: the same work is
 * done in the same order.
 * @returns the identifier that the account will have
 * @throws 429 too_many_attempts or too_many_requests, where nothing was done
 */
export function signUp(service: IdentityService, sent: SignUp): Promise<string> {
	return inPasswordQueue(async () => {
		const { client, email, password, profile, browserTicket, request } = sent;
		const { address } = request.user;
		const account = email.toLowerCase();
		const known = await findAccountByEmail(service.database, account);
		const userName = known ? nameInLog(known) : typedName(email);
		const attempt = {
			request,
			client: clientInLog(client),
			connection: CONNECTION_OF.pwd,
			userId: known?.user_id,
			userName,
		};
		await counted(service, service.throttles.links, { account, address }, attempt, "fs");
		const now = epochSeconds(service.now());
		const ticket = newTicket();
		const pending = {
			ticket_hash: ticketHash(service, "sign-up", ticket),
			browser_hash: browserTicket && ticketHash(service, "sign-up-browser", browserTicket),
			email,
			email_key: account,
			client_id: client.client_id,
			user_id: `auth0|${randomBytes(12).toString("hex")}`,
			password_hash: await hashPassword(password, service.passwordCost),
			profile: JSON.stringify(profile),
			expires_at: now + LIFETIME_SECONDS,
			caller_hash: callerHash(service.secrets, address),
		};
		// This ticket is not sent: the row holds nothing, and has ended.
		const nothing = { ...pending, browser_hash: null, email: "", email_key: "", password_hash: "", profile: "{}" };
		const stored = known ? { ...nothing, expires_at: now } : pending;
		await saveTicket(service.database, "pending_sign_ups", stored);
		const text = known ? knownText(client.name) : confirmText(client.name, ticketLink(service, CONFIRM_PATH, ticket));
		// To the account's own address, not to one that only looks like it.
		await service.sender.send({
			channel: "email",
			recipient: known?.email ?? email,
			text,
			hasAccount: known !== null,
			address,
		});
		if (known) service.log.add({ ...attempt, type: "fs", description: "The e-mail address has an account already." });
		else
			service.log.add({
				...attempt,
				type: "cls",
				description: "Link to confirm a sign-up",
				details: { channel: "email" },
			});
		return pending.user_id;
	});
}

function confirmText(application: string, link: string): string {
	return `Someone, probably you, signed up for ${application} with this e-mail address. To confirm it, open ${link} within 24 hours. If it was not you, do nothing: no account will be created.`;
}

function knownText(application: string): string {
	return `Someone, probably you, tried to sign up for ${application} with this e-mail address, which already has an account. Sign in with it, or choose “Forgot your password?” on the sign-in page. If it was not you, do nothing: nothing was changed.`;
}

/**
 * The cookie that recognises the browser that signed up when the link is followed, with its pending login.
 * @returns a Set-Cookie line
 */
export function signUpCookie(issuer: string, uid: string | undefined, browserTicket: string): string {
	return cookieLine(issuer, COOKIE, `${uid}.${browserTicket}`);
}

/** The pending login of the request's browser, where that browser signed up; null in every other browser. */
export function pendingLogin(
	service: IdentityService,
	{ headers }: ServiceRequest,
	{ browser_hash }: PendingSignUpTable,
): string | null {
	const value = readCookie(headers.get("cookie"), cookieName(service.config.issuer, COOKIE.name)) ?? "";
	const [, uid, ticket] = COOKIE_VALUE.exec(value) ?? [];
	if (!uid || !ticket || browser_hash === null) return null;
	return ticketHashes(service, "sign-up-browser", ticket).includes(browser_hash) ? uid : null;
}

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
