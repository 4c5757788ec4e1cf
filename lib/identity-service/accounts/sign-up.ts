import { randomBytes } from "node:crypto";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { Origin } from "../context/new-log-entry";
import { callerHash, type ServiceRequest } from "../context/service-request";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { CONNECTION_OF, clientInLog, counted, nameInLog, typedName } from "../log/sign-ins";
import { hashPassword } from "../passwords/password-hash";
import { inPasswordQueue } from "../passwords/password-queue";
import { WEAK_PASSWORD } from "../passwords/password-rules";
import type { ClientRow } from "../store/clients";
import type { PendingSignUpTable } from "../store/schema";
import { saveTicket } from "../store/tickets";
import { findAccountByEmail } from "../store/users";
import type { Profile } from "./profile";
import { newTicket, ticketHash, ticketHashes, ticketLink } from "./ticket";

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
		const { known, attempt } = await attemptOf(service, sent);
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
		service.log.add({ ...attempt, ...(known ? KNOWN : LINK_SENT) });
		return pending.user_id;
	});
}

type Attempted = Pick<SignUp, "client" | "email" | "request">;

async function attemptOf({ database }: IdentityService, { client, email, request }: Attempted) {
	const known = await findAccountByEmail(database, email.toLowerCase());
	const userName = known ? nameInLog(known) : typedName(email);
	const whose = { client: clientInLog(client), connection: CONNECTION_OF.pwd, userId: known?.user_id, userName };
	return { known, attempt: { request, ...whose } };
}

/** Logs a sign-up that is refused for its password. */
export async function logWeakPassword(service: IdentityService, sent: Attempted): Promise<void> {
	const { attempt } = await attemptOf(service, sent);
	service.log.add({ ...attempt, type: "fs", description: WEAK_PASSWORD });
}

/** The outcomes in the log. */
const KNOWN = { type: "fs", description: "The e-mail address has an account already." } as const;
const LINK_SENT = { type: "cls", description: "Link to confirm a sign-up", details: { channel: "email" } } as const;

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
