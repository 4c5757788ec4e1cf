import { availableParallelism } from "node:os";
import { processWide } from "@/lib/process/process-wide";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { findAccountByEmail, type UserRow } from "../store/users";
import { verifyPassword } from "./password-hash";
import { QueueFull, WorkQueue } from "./work-queue";

/** The longest password worth hashing. */
const PASSWORD_LENGTH_MAX = 1024;

/** What cannot be an address is not looked up: not every database takes every character. */
export const EMAIL_PATTERN = /^[^\p{Cc}\p{Cs}]{1,320}$/u;

/**
 * A hash takes a core for about 0.2 s, and one of the four threads that the process also waits for its disks with. One
 * core and two threads stay free of them, so that writes go on beside any number of logins. The hashes of the start and of
 * `npm run admin` are few and nobody's over the network: they wait for none.
 */
const HASHES_AT_ONCE_MAX = availableParallelism() > 2 ? 2 : 1;
/** The last one waits for about four seconds on two cores; who comes after it is told to come again. */
const WAITING_MAX = 20;
/** About what it takes until those who wait are served. */
export const PASSWORD_RETRY_SECONDS = 5;

const queue = processWide(
	"password-checks",
	() => new WorkQueue({ atOnceMax: HASHES_AT_ONCE_MAX, waitingMax: WAITING_MAX }),
);

type Attempt = { email: string; password: string; address: string };
type Outcome = UserRow | "credentials" | "blocked";

/**
 * Checks an e-mail address and a password. An unknown address waits as long, takes the same work and gets the same
 * answer as a wrong password; an account that is blocked is so for the right password too.
 * @param attempt `address` is where it comes from, for the limits
 * @returns "busy" where too many wait already; the attempt was not looked at then and counts as none
 */
export function checkPassword(service: IdentityService, attempt: Attempt): Promise<Outcome | "busy"> {
	return inPasswordQueue(() => check(service, attempt));
}

/** 429 for an attempt that was not looked at, because too many others wait. */
export function tooManyPasswords(): Refusal {
	const message = `Too many passwords are being checked at the moment. Try again in ${PASSWORD_RETRY_SECONDS} seconds.`;
	const headers = { "retry-after": String(PASSWORD_RETRY_SECONDS) };
	return new Refusal(429, "too_many_requests", message, { headers });
}

/**
 * Runs work that hashes a password in its turn, so that nothing that anybody can ask for holds up the process.
 * @returns "busy" where too much waits already; none of the work was done then
 */
export async function inPasswordQueue<Result>(work: () => Promise<Result>): Promise<Result | "busy"> {
	try {
		return await queue.get().run(work);
	} catch (error) {
		if (error instanceof QueueFull) return "busy";
		throw error;
	}
}

/** One after the other in full: neither a transaction nor a connection is held while the password is hashed. */
async function check(service: IdentityService, { email, password, address }: Attempt): Promise<Outcome> {
	const throttle = service.throttles.logins;
	const account = email.trim().toLowerCase();
	if (!(await throttle.begin(account, address))) return "blocked";
	const user = EMAIL_PATTERN.test(account) ? await findAccountByEmail(service.database, account) : null;
	const typed = password.slice(0, PASSWORD_LENGTH_MAX + 1);
	const isRight = await verifyPassword(typed, user?.password_hash ?? null, service.passwordCost);
	if (!user || !isRight || password.length > PASSWORD_LENGTH_MAX) return "credentials";
	await throttle.succeeded(account, address);
	return user;
}
