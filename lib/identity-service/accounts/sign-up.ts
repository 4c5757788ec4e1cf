import { randomBytes } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { callerHash } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { hashPassword } from "../passwords/password-hash";
import { inPasswordQueue } from "../passwords/password-queue";
import type { ClientRow } from "../store/clients";
import { savePendingSignUp } from "../store/tickets";
import { findAccountByEmail } from "../store/users";
import type { Profile } from "./profile";
import { newTicket, ticketHash, ticketLink } from "./ticket";

export const CONFIRM_PATH = "/dbconnections/verify";
export const SIGN_UP_LIFETIME_SECONDS = 24 * 3600;

export type SignUp = {
	client: ClientRow;
	/** An address as `newAddress` gives it. */
	email: string;
	/** That breaks no rule. */
	password: string;
	profile: Profile;
	/** What the browser that signs up holds, to be known again; null for a program. */
	browserTicket: string | null;
};

/**
 * Keeps a sign-up and sends a link to its address. There is no account before the link was followed, and what others have
 * begun with the same address stays what it is. Where the address has an account its owner is told so, and nobody else: the same
 * work is done in the same order.
 * @param address where it comes from, for the limits
 * @returns the identifier that the account will have
 * @throws 429 too_many_attempts or too_many_requests, where nothing was done
 */
export function signUp(service: IdentityService, sent: SignUp, address: string) {
	return inPasswordQueue(async (): Promise<{ userId: string }> => {
		const { client, email, password, profile, browserTicket } = sent;
		const account = email.toLowerCase();
		if (!(await service.throttles.links.begin(account, address))) throw tooManyMessages();
		const known = await findAccountByEmail(service.database, account);
		const now = Math.floor(service.now().getTime() / 1000);
		const ticket = newTicket();
		const userId = `auth0|${randomBytes(12).toString("hex")}`;
		const pending = {
			ticket_hash: ticketHash(service, "sign-up", ticket),
			browser_hash: browserTicket && ticketHash(service, "sign-up-browser", browserTicket),
			email,
			email_key: account,
			client_id: client.client_id,
			user_id: userId,
			password_hash: await hashPassword(password, service.passwordCost),
			profile: JSON.stringify(profile),
			expires_at: now + SIGN_UP_LIFETIME_SECONDS,
			caller_hash: callerHash(service.secrets, address),
		};
		// Nobody gets this ticket: the row holds nothing, and goes with the next one that comes.
		const nothing = { ...pending, browser_hash: null, email: "", email_key: "", password_hash: "", profile: "{}" };
		await savePendingSignUp(service.database, known ? { ...nothing, expires_at: now } : pending, now);
		const text = known ? knownText(client.name) : confirmText(client.name, ticketLink(service, CONFIRM_PATH, ticket));
		// To the account's own address, not to one that is only taken for it.
		await service.sender.send({
			...{ channel: "email", recipient: known?.email ?? email, text, hasAccount: known !== null, address },
		});
		return { userId };
	});
}

/** 429 for an address that too many messages were requested for. */
export function tooManyMessages(): Refusal {
	const message = "Too many messages were asked for with this address. Try again in 15 minutes.";
	return new Refusal(429, "too_many_attempts", message, { problem: "messages" });
}

function confirmText(application: string, link: string): string {
	return `Somebody, probably you, signed up for ${application} with this address. To confirm it, open ${link} within 24 hours. If it was not you, do nothing: there will be no account.`;
}

function knownText(application: string): string {
	return `Somebody, probably you, tried to sign up for ${application} with this address, which has an account already. Sign in with it, or choose “Forgot your password?” on the sign-in page. If it was not you, do nothing: nothing was changed.`;
}
