import { randomInt, timingSafeEqual } from "node:crypto";
import type { Channel, IdentityService } from "../context/identity-service";
import { keyedHash } from "../keys/derived";
import { EMAIL_PATTERN } from "../passwords/password-check";
import { deleteLoginCode, type LoginCodeKey, saveLoginCode, takeAttempt } from "../store/login-codes";
import { findAccountByEmail } from "../store/users";

export const CODE_LIFETIME_SECONDS = 300;
/** With a million codes and ten attempts per account in fifteen minutes, a guess is hopeless. */
const ATTEMPTS_MAX = 3;
const CODES = 1_000_000;
const PHONE_PATTERN = /^\+[1-9]\d{5,14}$/;
const ADDRESS_SHAPE = /^[^\s@]+@[^\s@]+$/;

/** An address in lower case or a phone number in E.164 form; null for what is neither. */
export function destinationOf(channel: Channel, text: string): string | null {
	if (channel === "sms") {
		const number = text.replace(/[\s().-]/g, "");
		return PHONE_PATTERN.test(number) ? number : null;
	}
	const address = text.trim().toLowerCase();
	return EMAIL_PATTERN.test(address) && ADDRESS_SHAPE.test(address) ? address : null;
}

/**
 * Makes a code for whoever has the destination, and sends it. Where nobody has it nothing is sent, and nobody can tell:
 * the same is stored and answered.
 */
export async function sendLoginCode(
	service: IdentityService,
	target: {
		clientId: string;
		applicationName: string;
		channel: Channel;
		destination: string;
		/** The network address that it is asked for from. */
		address: string;
	},
): Promise<void> {
	const { clientId, applicationName, channel, destination, address } = target;
	const key = { client_id: clientId, connection: channel, destination };
	const code = String(randomInt(CODES)).padStart(6, "0");
	const userId = await findUserId(service, channel, destination);
	const now = seconds(service);
	const stored = { ...key, code_hash: codeHash(service.secrets.current, key, code), user_id: userId };
	await saveLoginCode(service.database, { ...stored, expires_at: now + CODE_LIFETIME_SECONDS }, now);
	if (userId === null) return;
	const text = `Your verification code for ${applicationName} is ${code}. It is good for 5 minutes and one sign-in.`;
	await service.sender.send({ channel, recipient: destination, text, hasAccount: true, address });
}

/**
 * Redeems a code: once, in time, and within few attempts.
 * @returns the user's identifier, or null
 */
export async function redeemLoginCode(
	service: IdentityService,
	key: LoginCodeKey,
	code: string,
): Promise<string | null> {
	const stored = await takeAttempt(service.database, key, ATTEMPTS_MAX, seconds(service));
	if (!stored) return null;
	const isRight = service.secrets.known.some((secret) =>
		timingSafeEqual(Buffer.from(codeHash(secret, key, code.trim())), Buffer.from(stored.code_hash)),
	);
	if (!isRight || stored.user_id === null) return null;
	return (await deleteLoginCode(service.database, stored)) ? stored.user_id : null;
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

/** Keyed, because six digits are soon tried out by whoever reads the table. */
function codeHash(secret: string, key: LoginCodeKey, code: string): string {
	const text = JSON.stringify([key.client_id, key.connection, key.destination, code]);
	return keyedHash(secret, "login-codes", text);
}

function seconds(service: IdentityService): number {
	return Math.floor(service.now().getTime() / 1000);
}
