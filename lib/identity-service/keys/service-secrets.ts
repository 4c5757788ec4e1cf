import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unseal } from "@/lib/secrets/sealed-text";
import type { IdentityServiceDatabase } from "../store/schema";

const APP_SECRET_LENGTH_MIN = 32;

export const SIGNING_KEY_PURPOSE = "signing-key-encryption";
export const KEPT_SECRET_PURPOSE = "kept-secret-encryption";
export const OUTBOX_PURPOSE = "outbox-encryption";
export const LOGIN_ADDRESS_PURPOSE = "login-throttle-addresses";

/**
 * The secrets that the service encrypts, signs and derives with. While `APP_SECRET` is being replaced two are known. The
 * store determines the current one, so that instances with the new one and instances without it agree.
 */
export type ServiceSecrets = {
	/** Encrypts, signs and hashes everything new. */
	readonly current: string;
	/** What was made under one of these is still valid. The current one first. */
	readonly known: readonly string[];
	/** Root of the identifiers of what the service comes with. No rotation changes it. */
	readonly identifiers: string;
	/** Root of the credentials that were handed out: client secrets, private keys, passwords, the edge's key. */
	readonly credentials: string;
	/** Reads the store again. @throws ConfigError when it has moved to an unknown secret */
	refresh: () => Promise<void>;
};

/** @throws ConfigError when the store was encrypted under an unknown secret */
export async function loadServiceSecrets(
	database: IdentityServiceDatabase,
	{ appSecret, previousAppSecret }: AppSecrets,
): Promise<ServiceSecrets> {
	const given = previousAppSecret === null ? [appSecret] : [appSecret, previousAppSecret];
	const secrets: ServiceSecrets = {
		...(await readRoots(database, given)),
		async refresh() {
			Object.assign(secrets, await readRoots(database, given));
		},
	};
	return secrets;
}

async function readRoots(
	database: IdentityServiceDatabase,
	given: readonly string[],
): Promise<Omit<ServiceSecrets, "refresh">> {
	const [first = ""] = given;
	const kept = await database.selectFrom("kept_secrets").selectAll().execute();
	const opened = await Promise.all(
		kept.map(async ({ name, sealed }) => ({ name, value: await unseal(sealed, given, KEPT_SECRET_PURPOSE) })),
	);
	if (opened.some(({ value }) => value === null)) throw anotherSecret();
	const current = given.length === 1 ? first : await secretOfStore(database, given);
	const root = (name: string) => opened.find((secret) => secret.name === name)?.value?.text ?? current;
	const known = current === first ? given : given.toReversed();
	return { current, known, identifiers: root("identifiers"), credentials: root("credentials") };
}

/** The first of the given secrets that any signing key was encrypted under; the first one for a store without keys. */
async function secretOfStore(database: IdentityServiceDatabase, given: readonly string[]): Promise<string> {
	const keys = await database.selectFrom("signing_keys").select("private_jwk").execute();
	const opened = await Promise.all(keys.map(({ private_jwk }) => unseal(private_jwk, given, SIGNING_KEY_PURPOSE)));
	const found = given.find((secret) => opened.some((key) => key?.secret === secret));
	if (found === undefined && keys.length > 0) throw anotherSecret();
	return found ?? given[0] ?? "";
}

export function anotherSecret(): ConfigError {
	return new ConfigError(
		"The stored signing keys were encrypted under another APP_SECRET (or app-secret file). If it was just replaced, " +
			"put the one before into APP_SECRET_PREVIOUS until npm run secrets has moved everything.",
	);
}

/** The installation's root secret and, while it is being replaced, the one before it. */
export type AppSecrets = { appSecret: string; previousAppSecret: string | null };

/**
 * Reads `APP_SECRET` and `APP_SECRET_PREVIOUS`, else the files `app-secret` (mode 0600, made on the first call) and
 * `app-secret.previous` in the data folder. Processes that start together agree on one value.
 * @throws ConfigError when `APP_SECRET` is short enough to be guessed
 */
export function readAppSecrets(dataDir: string, environment: Record<string, string | undefined>): AppSecrets {
	const given = environment.APP_SECRET;
	if (given && given.length < APP_SECRET_LENGTH_MIN) {
		throw new ConfigError(`APP_SECRET must have at least ${APP_SECRET_LENGTH_MIN} characters: openssl rand -base64 32`);
	}
	const file = path.join(/*turbopackIgnore: true*/ dataDir, "app-secret");
	// The previous file first, as a command that replaces the secret at this moment writes it first.
	const before = environment.APP_SECRET_PREVIOUS || (given ? null : readSecretFile(`${file}.previous`));
	const appSecret = given || (readSecretFile(file) ?? makeSecretFile(file));
	return { appSecret, previousAppSecret: before && before !== appSecret ? before : null };
}

function readSecretFile(file: string): string | null {
	try {
		return readFileSync(/*turbopackIgnore: true*/ file, "utf8").trim();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		return null;
	}
}

function makeSecretFile(file: string): string {
	mkdirSync(/*turbopackIgnore: true*/ path.dirname(file), { recursive: true, mode: 0o700 });
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	const secret = `${randomBytes(32).toString("base64url")}\n`;
	writeFileSync(/*turbopackIgnore: true*/ draft, secret, { flag: "wx", mode: 0o600, flush: true });
	try {
		// A link fails where the name exists: the first process wins, and the others read its value.
		linkSync(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	rmSync(draft);
	return readFileSync(/*turbopackIgnore: true*/ file, "utf8").trim();
}

/** A setting cannot be used; the message, which is for the operator, names it with the reason. */
export class ConfigError extends Error {
	override name = "ConfigError";
}
