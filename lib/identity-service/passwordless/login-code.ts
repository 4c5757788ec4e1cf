import { randomInt } from "node:crypto";
import type { Client } from "oidc-provider";
import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { epochSeconds } from "../context/clock";
import type { Channel, IdentityService } from "../context/identity-service";
import type { Origin } from "../context/new-log-entry";
import { Refusal } from "../http/refusal";
import { isSameText, keyedHash } from "../keys/derived";
import { type Attempt, CONNECTION_OF, clientInLog, counted, logFailure, typedName } from "../log/sign-ins";
import { EMAIL_PATTERN } from "../passwords/password-check";
import type { IdentityServiceDatabase, LoginCodeTable } from "../store/schema";
import { findAccountByEmail } from "../store/users";

export const CODE_LIFETIME_SECONDS = 300;
/**
 * Of one code. An account has ten wrong ones in fifteen minutes, whatever the codes, applications and network addresses
 * (`throttles.codes`), so that of a million codes an attacker tries a thousand a day at most.
 */
const ATTEMPTS_MAX = 3;
const CODES = 1_000_000;
const PHONE_PATTERN = /^\+[1-9]\d{5,14}$/;
const ADDRESS_SHAPE = /^[^\s@]+@[^\s@]+$/;
/** RFC 8176. */
const METHODS: Record<Channel, string> = { email: "otp", sms: "sms" };

const UNKNOWN_DESTINATION: Record<Channel, string> = {
	email: "No user has this e-mail address, so no code was sent.",
	sms: "No user has this phone number, so no code was sent.",
};

type Target = {
	client: Pick<Client, "clientId" | "clientName">;
	channel: Channel;
	destination: string;
	request: Origin;
};

/** An address in lower case or a phone number in E.164 form; null for an invalid one. */
export function destinationOf(channel: Channel, text: string): string | null {
	if (channel === "sms") {
		const number = text.replace(/[\s().-]/g, "");
		return PHONE_PATTERN.test(number) ? number : null;
	}
	const address = text.trim().toLowerCase();
	return EMAIL_PATTERN.test(address) && ADDRESS_SHAPE.test(address) ? address : null;
}

/**
 * Makes a code for the user of a destination, and sends it. To a destination without a user nothing is sent, which is
 * indistinguishable for the caller: the work, and so the time, and the response are the same. A message that can't be
 * stored is an error for both.
 * @param target with a destination of `destinationOf`
 * @throws 429 too_many_attempts
 */
export async function sendLoginCode(service: IdentityService, target: Target): Promise<void> {
	const { client, channel, destination, request } = target;
	const { address } = request.user;
	const userId = await findUserId(service, channel, destination);
	const attempt = attemptOf(target, userId, destination);
	await counted(
		service,
		service.throttles.messages,
		{ account: accountOf(userId, channel, destination), address },
		attempt,
	);
	const key = { client_id: client.clientId, connection: channel, destination };
	const code = String(randomInt(CODES)).padStart(6, "0");
	const now = epochSeconds(service.now());
	const stored = { ...key, code_hash: codeHash(service.secrets.current, key, code), user_id: userId };
	await saveLoginCode(service.database, { ...stored, expires_at: now + CODE_LIFETIME_SECONDS });
	const text = `Your verification code for ${client.clientName ?? client.clientId} is ${code}. It can be used once, within 5 minutes.`;
	const message = { channel, recipient: destination, text, hasAccount: true, address };
	await (userId === null ? service.sender.drop(message) : service.sender.send(message));
	if (userId === null) service.log.add({ ...attempt, type: "fu", description: UNKNOWN_DESTINATION[channel] });
	else service.log.add({ ...attempt, type: "cs", details: { channel } });
}

/**
 * Redeems a code: once, in time, and within few attempts.
 * @param target with `destination` as it was typed
 * @returns the user, and the method of the sign-in
 * @throws 429 too_many_attempts, 403 invalid_grant
 */
export async function redeemLoginCode(
	service: IdentityService,
	target: Target,
	code: string,
): Promise<{ userId: string; method: string }> {
	const { client, channel, destination: typed, request } = target;
	const { address } = request.user;
	const { codes } = service.throttles;
	const destination = destinationOf(channel, typed);
	const named = destination === null ? null : await findUserId(service, channel, destination);
	const account = accountOf(named, channel, destination ?? typed);
	const attempt = attemptOf(target, named, destination ?? typed);
	const blocks = await counted(service, codes, { account, address }, attempt);
	const key = { client_id: client.clientId, connection: channel, destination: destination ?? "" };
	const userId = await userOfCode(service, key, code);
	if (userId === null) {
		const description = await reasonOf(service, key, code);
		logFailure(service, { ...attempt, type: "f", description }, blocks);
		const message = "Wrong email or phone number, or wrong verification code.";
		throw new Refusal(403, "invalid_grant", message, { problem: "code" });
	}
	await codes.succeeded(account, address);
	return { userId, method: METHODS[channel] };
}

function attemptOf({ client, channel, request }: Target, userId: string | null, destination: string): Attempt {
	const connection = CONNECTION_OF[channel === "sms" ? "sms" : "otp"];
	return { request, client: clientInLog(client), connection, userId, userName: typedName(destination) };
}

/** For the log alone: the caller learns nothing of the code. */
async function reasonOf({ database, now, secrets }: IdentityService, key: LoginCodeKey, code: string): Promise<string> {
	const query = database
		.selectFrom("login_codes")
		.select(["code_hash", "expires_at"])
		.where((is) => is.and(key));
	const stored = await query.executeTakeFirst();
	const isThatCode = stored !== undefined && isCodeOf(secrets, key, code, stored);
	if (isThatCode && stored.expires_at <= epochSeconds(now())) return SIGN_IN_FAILURES.expiredCode;
	return key.connection === "sms" ? SIGN_IN_FAILURES.wrongPhoneCode : SIGN_IN_FAILURES.wrongCode;
}

async function userOfCode(service: IdentityService, key: LoginCodeKey, code: string): Promise<string | null> {
	const stored = await countAttempt(service.database, key, epochSeconds(service.now()));
	if (!stored) return null;
	if (!isCodeOf(service.secrets, key, code, stored) || stored.user_id === null) return null;
	return (await consumeLoginCode(service.database, stored)) ? stored.user_id : null;
}

function isCodeOf(
	{ known }: IdentityService["secrets"],
	key: LoginCodeKey,
	code: string,
	stored: Pick<LoginCodeTable, "code_hash">,
): boolean {
	return known.some((secret) => isSameText(codeHash(secret, key, code.trim()), stored.code_hash));
}

/**
 * What attempts are counted for: a user, whatever the destination and the application, or a destination without one.
 * With the channel a destination is no user's identifier.
 */
function accountOf(userId: string | null, channel: Channel, destination: string): string {
	return userId ?? `${channel}:${destination}`;
}

async function findUserId(service: IdentityService, channel: Channel, destination: string) {
	if (channel === "email") return (await findAccountByEmail(service.database, destination))?.user_id ?? null;
	const phone = await service.database
		.selectFrom("user_phones")
		.select("user_id")
		.where("phone_number", "=", destination)
		.executeTakeFirst();
	return phone?.user_id ?? null;
}

/** Keyed, because a reader of the table could try all six-digit codes. */
function codeHash(secret: string, key: LoginCodeKey, code: string): string {
	const text = JSON.stringify([key.client_id, key.connection, key.destination, code]);
	return keyedHash(secret, "login-codes", text);
}

type LoginCodeKey = Pick<LoginCodeTable, "client_id" | "connection" | "destination">;

/** Stores a code in place of the previous one. */
async function saveLoginCode(database: IdentityServiceDatabase, code: Omit<LoginCodeTable, "attempts">): Promise<void> {
	const { code_hash, user_id, expires_at } = code;
	await database
		.insertInto("login_codes")
		.values({ ...code, attempts: 0 })
		.onConflict((conflict) =>
			conflict
				.columns(["client_id", "connection", "destination"])
				.doUpdateSet({ code_hash, user_id, expires_at, attempts: 0 }),
		)
		.execute();
}

/**
 * Counts one attempt at a code before it is compared, so that concurrent attempts cannot exceed the limit.
 * @param now seconds since the epoch
 * @returns undefined where there is no code, it has expired, or its attempts are used up
 */
function countAttempt(
	database: IdentityServiceDatabase,
	{ client_id, connection, destination }: LoginCodeKey,
	now: number,
): Promise<LoginCodeTable | undefined> {
	return database
		.updateTable("login_codes")
		.set((row) => ({ attempts: row("attempts", "+", 1) }))
		.where((is) => is.and({ client_id, connection, destination }))
		.where("attempts", "<", ATTEMPTS_MAX)
		.where("expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
}

/** Consumes a code. @returns false where another caller was first */
async function consumeLoginCode(
	database: IdentityServiceDatabase,
	{ client_id, connection, destination, code_hash }: LoginCodeTable,
): Promise<boolean> {
	const { numDeletedRows } = await database
		.deleteFrom("login_codes")
		.where((is) => is.and({ client_id, connection, destination, code_hash }))
		.executeTakeFirst();
	return numDeletedRows === 1n;
}
