import type { Account, Client } from "oidc-provider";
import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import type { Block, IdentityService, Throttle } from "../context/identity-service";
import type { NewLogEntry, Origin } from "../context/new-log-entry";
import { Refusal } from "../http/refusal";
import type { ClientRow } from "../store/clients";
import { findConnectionByName } from "../store/connections";
import type { ConnectionRow, IdentityServiceDatabase } from "../store/schema";
import { DATABASE_CONNECTION, findUsersByEmail, recordLogin, type UserRow } from "../store/users";

/** What is known of an attempt before its outcome. */
export type Attempt = Omit<NewLogEntry, "type" | "description">;

type LogClient = NonNullable<NewLogEntry["client"]>;
type LogConnection = NonNullable<NewLogEntry["connection"]>;

/** The tenant's own connections, by the method of a sign-in (RFC 8176). */
export const CONNECTION_OF: Record<"pwd" | "otp" | "sms", LogConnection> = {
	pwd: { name: DATABASE_CONNECTION, strategy: "auth0" },
	otp: { name: "email", strategy: "email" },
	sms: { name: "sms", strategy: "sms" },
};

/** Undefined for a sign-in at another provider. */
export function connectionOfMethod(method: string | null | undefined): LogConnection | undefined {
	return method === "pwd" || method === "otp" || method === "sms" ? CONNECTION_OF[method] : undefined;
}

type KnownClient = Pick<Client, "clientId" | "clientName"> | Pick<ClientRow, "client_id" | "name">;

export function clientInLog(client: KnownClient | null | undefined): LogClient | null {
	if (!client) return null;
	if ("client_id" in client) return { clientId: client.client_id, name: client.name };
	return { clientId: client.clientId, name: client.clientName };
}

export function connectionInLog({
	name,
	id,
	strategy,
}: Pick<ConnectionRow, "name" | "id" | "strategy">): LogConnection {
	return { name, id, strategy };
}

/** The name that the log has of a user. */
export function nameInLog({ email, username, name }: Pick<UserRow, "email" | "username" | "name">): string {
	return email ?? username ?? name;
}

/** The same of an account of the library (`findAccountOf`). */
export function accountName(account: Account | undefined): string | undefined {
	return account && String(account.nameInLog);
}

const ADDRESS = /^[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u;
const NUMBER = /^\+[1-9]\d{5,14}$/;

/** What was typed as the name of an unknown user; undefined where it may be a password in the wrong field. */
export function typedName(typed: string): string | undefined {
	const name = typed.trim();
	return ADDRESS.test(name) || NUMBER.test(name) ? name : undefined;
}

/**
 * The user of whom a request says that they sign in, before anything proves it: the one who has this address, of several
 * that of the connection.
 */
export async function hintedUser(
	{ database }: Pick<IdentityService, "database">,
	hint: unknown,
	connection: string | null,
): Promise<Pick<Attempt, "userId" | "userName">> {
	const userName = typeof hint === "string" ? typedName(hint) : undefined;
	if (userName === undefined) return {};
	const users = await findUsersByEmail(database, userName);
	const user = users.length === 1 ? users[0] : users.find((each) => each.connection === connection);
	return user ? { userId: user.user_id, userName: nameInLog(user) } : { userName };
}

/**
 * Logs a sign-in through a connection that does not exist or is not enabled for the application.
 * @param name of the connection
 */
export async function logOtherConnection(
	service: Pick<IdentityService, "database" | "log">,
	attempt: Pick<Attempt, "request" | "client" | "userId"> & { hint: unknown },
	name: string,
): Promise<void> {
	const { request, client, userId, hint } = attempt;
	const row = await findConnectionByName(service.database, name);
	service.log.add({
		...{ request, client, userId },
		...(hint === undefined ? {} : await hintedUser(service, hint, name)),
		connection: row && connectionInLog(row),
		type: "f",
		description: SIGN_IN_FAILURES.otherConnection,
	});
}

/**
 * Counts an attempt as `Throttle.begin` does, and logs one that a block refuses.
 * @param type of its entry
 */
export async function counted(
	{ log }: Pick<IdentityService, "log">,
	throttle: Throttle,
	{ account, address }: { account: string; address: string },
	attempt: Attempt,
	type: "f" | "fs" | "fcp" | "fv" = "f",
): Promise<readonly Block[]> {
	try {
		return await throttle.begin(account, address);
	} catch (error) {
		if (error instanceof Refusal) {
			log.add({ ...attempt, type, description: error.details.inLog ?? error.message, isCounted: true });
		}
		throw error;
	}
}

/** Logs a failed attempt, and after it what that has blocked. */
export function logFailure({ log }: Pick<IdentityService, "log">, entry: NewLogEntry, blocks: readonly Block[]): void {
	log.add(entry);
	const isFromAll = blocks.some(({ of }) => of === "account");
	for (const { of, until } of blocks) {
		// That of one address is a part of the other.
		if (of === "pair" && isFromAll) continue;
		const { userId, userName, ...ofAddress } = { ...entry, ...BLOCKS[of], details: { until } };
		log.add(of === "address" ? ofAddress : { ...ofAddress, userId, userName });
	}
}

/** The vendor has no type for an account that is blocked from all addresses: this is the nearest. */
const BLOCKS = {
	pair: { type: "limit_wc", description: undefined },
	account: { type: "limit_sul", description: "From all IP addresses." },
	address: { type: "limit_mu", description: undefined },
} as const satisfies Record<Block["of"], Pick<NewLogEntry, "type" | "description">>;

type SignIn = {
	userId: string;
	/** Of RFC 8176; undefined after a sign-in at another provider. */
	method: string | undefined;
	at: Date;
	request: Origin;
	client: LogClient | null;
} & Pick<NewLogEntry, "audience" | "details">;

/** Counts and logs a sign-in. To be called in a transaction. */
export async function recordSignIn(
	{ log }: Pick<IdentityService, "log">,
	transaction: IdentityServiceDatabase,
	{ userId, method, at, ...known }: SignIn,
): Promise<void> {
	const user = await recordLogin(transaction, userId, { at, ip: known.request.user.ip });
	const connection = connectionOfMethod(method) ?? (await connectionOfUser(transaction, user));
	const userName = user && nameInLog(user);
	await log.record(transaction, { ...known, type: "s", userId, userName, connection });
}

/** The connection of a user of another provider; null for an account of this tenant's own. */
export async function connectionOfUser(
	database: IdentityServiceDatabase,
	user: UserRow | undefined,
): Promise<LogConnection | null> {
	if (!user?.connection) return null;
	const row = await findConnectionByName(database, user.connection);
	return row ? connectionInLog(row) : { name: user.connection };
}
