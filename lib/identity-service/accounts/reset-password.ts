import { ENDS } from "@/lib/contract/log-entry";
import { inTransaction } from "@/lib/database/in-transaction";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import type { Origin } from "../context/new-log-entry";
import { type Requester, recordRevocations, recordSignOuts } from "../log/endings";
import { CONNECTION_OF, clientInLog, counted, nameInLog, typedName } from "../log/sign-ins";
import { hashPassword } from "../passwords/password-hash";
import { inPasswordQueue } from "../passwords/password-queue";
import { endAccess } from "../sessions/end-session";
import type { ClientRow } from "../store/clients";
import type { PasswordResetTable } from "../store/schema";
import { findTicket, redeemPasswordReset, saveTicket } from "../store/tickets";
import { type AccountRow, findAccountByEmail, findUser, isAccount } from "../store/users";
import { DEAD_LINK, newTicket, ticketHash, ticketHashes, ticketLink } from "./ticket";

export const RESET_PATH = "/dbconnections/reset";
const RESET_LIFETIME_SECONDS = 3600;

/** The reset behind a link. */
type OpenReset = PasswordResetTable & { user: AccountRow };

/**
 * Sends a link with which a password can be chosen. To an address without an account a message with that information is
 * sent: the same work is done in the same order, so that the caller learns nothing.
 * @param email of `accountAddress`
 * @throws 429 too_many_attempts, where nothing was done
 */
export async function requestReset(
	service: IdentityService,
	client: ClientRow,
	email: string,
	request: Origin,
): Promise<void> {
	const { address } = request.user;
	const account = email.toLowerCase();
	const user = await findAccountByEmail(service.database, account);
	const userName = user ? nameInLog(user) : typedName(email);
	const attempt = {
		request,
		client: clientInLog(client),
		connection: CONNECTION_OF.pwd,
		userId: user?.user_id,
		userName,
	};
	await counted(service, service.throttles.links, { account, address }, attempt, "fcp");
	const now = epochSeconds(service.now());
	const ticket = newTicket();
	const reset = {
		ticket_hash: ticketHash(service, "password-reset", ticket),
		client_id: client.client_id,
		user_id: user?.user_id ?? "",
		// No message contains the ticket of an unknown address: the row has ended.
		expires_at: user ? now + RESET_LIFETIME_SECONDS : now,
	};
	await saveTicket(service.database, "password_resets", reset);
	const text = user ? resetText(client.name, ticketLink(service, RESET_PATH, ticket)) : unknownText(client.name);
	// To the account's own address, not to one that only looks like it.
	await service.sender.send({
		channel: "email",
		recipient: user?.email ?? email,
		text,
		hasAccount: user !== null,
		address,
	});
	if (user)
		service.log.add({
			...attempt,
			type: "cls",
			description: "Link to choose a password",
			details: { channel: "email" },
		});
	else
		service.log.add({ ...attempt, type: "fu", description: "No user has this e-mail address, so no link was sent." });
}

/** Null where the link was used, has expired, or never existed. */
export async function openResetOf(service: IdentityService, ticket: string): Promise<OpenReset | null> {
	const hashes = ticketHashes(service, "password-reset", ticket);
	const reset = await findTicket(service.database, "password_resets", hashes, epochSeconds(service.now()));
	const user = reset && (await findUser(service.database, reset.user_id));
	return reset && user && isAccount(user) ? { ...reset, user } : null;
}

/**
 * Sets the password that a user has chosen, and ends all the user's sessions here and at the dashboard, unused codes and
 * refresh tokens.
 * @param password that breaks no rule
 * @param requester from whose network address the user's failed attempts are cleared
 * @returns false where another caller used the link first
 * @throws 429 too_many_requests, where nothing was done
 */
export async function resetPassword(
	service: IdentityService,
	reset: OpenReset,
	password: string,
	requester: Requester & { request: Origin },
): Promise<boolean> {
	const { user } = reset;
	const { address } = requester.request.user;
	const entry = { ...requester, connection: CONNECTION_OF.pwd, userId: user.user_id, userName: nameInLog(user) };
	const passwordHash = await inPasswordQueue(() => hashPassword(password, service.passwordCost));
	const updatedAt = service.now().toISOString();
	// Before, so that nothing is changed where that fails; and after, for sessions that were begun in between.
	await service.otherSessions.end(user.user_id);
	const isDone = await inTransaction(service.database, async (transaction) => {
		if (!(await redeemPasswordReset(transaction, reset, { passwordHash, updatedAt }))) return false;
		const { sessions, tokens } = await endAccess(transaction, user.user_id);
		await service.log.record(transaction, { ...entry, type: "scp" });
		const because = { ...requester, description: ENDS.passwordChanged };
		await recordSignOuts(service, transaction, sessions, because);
		await recordRevocations(service, transaction, tokens, because);
		return true;
	});
	if (!isDone) {
		service.log.add({ ...entry, type: "fcp", description: DEAD_LINK });
		return false;
	}
	await service.otherSessions.end(user.user_id);
	await service.throttles.logins.succeeded(user.email_key, address);
	await service.seed.listCredentials(user.user_id);
	await service.sender.send({
		channel: "email",
		recipient: user.email,
		text: CHANGED_TEXT,
		hasAccount: true,
		address,
	});
	return true;
}

function resetText(application: string, link: string): string {
	return `Someone, probably you, asked for a new password for ${application}. To choose one, open ${link} within an hour. If it was not you, do nothing: the password stays as it is.`;
}

function unknownText(application: string): string {
	return `Someone, probably you, asked for a new password for ${application}, but there is no account with this e-mail address. Try another of your e-mail addresses, or sign up. If it was not you, do nothing.`;
}

const CHANGED_TEXT =
	"The password of your account was changed, and you were signed out everywhere. If it was not you, choose “Forgot your password?” on the sign-in page at once, and tell your administrator.";
