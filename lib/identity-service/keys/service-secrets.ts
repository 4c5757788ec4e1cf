import { unseal } from "@/lib/secrets/sealed-text";
import type { IdentityServiceDatabase } from "../store/schema";
import { type AppSecrets, ConfigError } from "./app-secret";

export const SIGNING_KEY_PURPOSE = "signing-key-encryption";
export const KEPT_SECRET_PURPOSE = "kept-secret-encryption";
export const OUTBOX_PURPOSE = "outbox-encryption";

/**
 * What the service encrypts, signs and derives with. While `APP_SECRET` is being replaced two are known: which of them
 * is written with, the store says, so that instances which know the new one and instances which do not yet agree.
 */
export type ServiceSecrets = {
	/** New things are encrypted, signed and hashed under this one. */
	readonly current: string;
	/** What was made under one of these is still good. The current one first. */
	readonly known: readonly string[];
	/** Root of what the sample tenant's people, clients and documents are known by. No rotation changes it. */
	readonly identifiers: string;
	/** Root of what applications and people were given: client secrets, private keys, passwords, the edge's key. */
	readonly credentials: string;
	/** Asks the store again. @throws ConfigError when it has moved to a secret that is not known */
	refresh: () => Promise<void>;
};

/** @throws ConfigError when the store was encrypted under a secret that is not known */
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

/** The first of the given secrets that any signing key was encrypted under. A store without keys takes the first. */
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
			"the one before belongs into APP_SECRET_PREVIOUS until npm run secrets has moved everything.",
	);
}
