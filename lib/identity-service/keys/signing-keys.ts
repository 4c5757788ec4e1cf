import {
	calculateJwkThumbprint,
	createLocalJWKSet,
	exportJWK,
	generateKeyPair,
	type JSONWebKeySet,
	type JWK,
	type JWTVerifyGetKey,
} from "jose";
import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityServiceDatabase, SigningKeyTable } from "../store/schema";
import { selfSignedCertificate } from "./self-signed-certificate";
import { anotherSecret, ConfigError, type ServiceSecrets, SIGNING_KEY_PURPOSE } from "./service-secrets";

/** The algorithm of access tokens of the management interface. */
export const ACCESS_TOKEN_ALGORITHM = "RS256";
/** The claim `gty` of a token issued to a client in its own name; users' tokens have no such claim. */
export const CLIENTS_OWN_TOKEN = "client-credentials";
/** ID tokens. */
export const ID_TOKEN_ALGORITHM = "RS256";
/** ID tokens of clients with the FAPI 2.0 profile, which forbids RS256 (section 5.4.1). */
export const FAPI_SIGNING_ALGORITHM = "ES256";
/** Each generation of keys has one of each. */
const ALGORITHMS = [ACCESS_TOKEN_ALGORITHM, FAPI_SIGNING_ALGORITHM];

/** A new key is published this long before anything is signed with it, so that every cache of the key set has it. */
export const KEY_PUBLICATION_SECONDS = 600;
/** An instance reads the keys again after this time; far less than the time between publication and use. */
const REFRESH_SECONDS = 60;

/** The longest lifetime of a signed token: an access token's day, and an hour for clocks and caches. */
export const SIGNED_TOKEN_SECONDS_MAX = 25 * 3600;

/**
 * `next`: published, signs later. `active`: signs. `previous`: no longer signs, but tokens signed with it may be valid.
 * `retired`: all tokens signed with it have expired.
 */
type SigningKeyState = { row: SigningKeyTable; state: "next" | "active" | "previous" | "retired" };

type KeyStore = { database: IdentityServiceDatabase; secrets: ServiceSecrets; now: () => Date };

export type SigningKeys = {
	/** Private keys for the token issuer, the one to sign with first. Stay in the process. */
	readonly privateKeySet: { keys: JWK[] };
	/** Changes whenever the key set or the key to sign with does. */
	readonly version: string;
	/** Resolves a token's `kid` to the public key that verifies it, among the keys of this version. */
	readonly verificationKey: JWTVerifyGetKey;
	/** Resolves once there are keys: the first ones of a new tenant are made after the start, which does not wait for them. */
	ready: () => Promise<void>;
	/** Reads the keys again where that is due: another instance may have rotated them, a new one may have become active. */
	refresh: () => Promise<void>;
};

/**
 * Reads the signing keys from the database, and begins to make the first ones where there are none: an RSA key takes a
 * quarter of a second, and nothing is signed or verified before it is `ready`. They are stored encrypted (JWE, `dir` with
 * A256GCM) under a key derived from the application secret.
 * @throws ConfigError when a stored key was encrypted under another application secret
 */
export async function loadSigningKeys(store: KeyStore): Promise<SigningKeys> {
	const { secrets, now } = store;
	// It takes a millisecond, and with it a database of another secret is recognized from the start.
	if ((await readStates(store)).length === 0)
		await addGeneration(store, 1, now(), { algorithms: [FAPI_SIGNING_ALGORITHM] });
	const stored = await readKeys(store);
	let readAt = now().getTime();
	let made: Promise<void> | null = isWhole(stored) ? Promise.resolve() : makeFirst();
	// Whoever waits for them receives the error.
	made.catch(() => {});

	async function makeFirst(): Promise<void> {
		try {
			await addGeneration(store, 1, now(), { algorithms: [ACCESS_TOKEN_ALGORITHM] });
			Object.assign(signingKeys, await readKeys(store));
		} catch (error) {
			made = null;
			throw error;
		}
	}

	const signingKeys: SigningKeys = {
		...stored,
		ready: () => (made ??= makeFirst()),
		async refresh() {
			if (now().getTime() - readAt < REFRESH_SECONDS * 1000) return;
			readAt = now().getTime();
			try {
				await secrets.refresh();
				Object.assign(signingKeys, await readKeys(store));
			} catch (error) {
				if (!(error instanceof ConfigError)) throw error;
				// The secret was replaced since this process was started: its keys stay valid until it is restarted.
				process.stderr.write(`identity-service: ${error.message}\n`);
			}
		},
	};
	return signingKeys;
}

/**
 * Adds a generation of keys. It is published at once and signs after `KEY_PUBLICATION_SECONDS`; the old keys stay in the
 * key set until the last token signed with them has expired, and are then deleted.
 * @param next what follows, in the same transaction
 * @returns the new keys' `kid`s
 */
export async function rotateSigningKeys(
	store: KeyStore,
	next?: (transaction: IdentityServiceDatabase) => Promise<void>,
): Promise<{ kid: string; alg: string }[]> {
	const states = await readStates(store);
	const latest = Math.max(0, ...states.map(({ row }) => row.sequence));
	const activeAt = new Date(store.now().getTime() + KEY_PUBLICATION_SECONDS * 1000);
	return addGeneration(store, latest + 1, activeAt, { next });
}

/** Deletes the keys of which all tokens have expired. @returns how many */
export async function deleteRetiredKeys(store: Pick<KeyStore, "database" | "now">): Promise<number> {
	const retired = (await readStates(store)).filter(({ state }) => state === "retired").map(({ row }) => row.kid);
	// PostgreSQL has no empty list.
	if (retired.length === 0) return 0;
	const deletion = store.database.deleteFrom("signing_keys").where("kid", "in", retired);
	return Number((await deletion.executeTakeFirst()).numDeletedRows);
}

type Generation = {
	algorithms?: readonly string[];
	next?: ((transaction: IdentityServiceDatabase) => Promise<void>) | undefined;
};

async function addGeneration(
	{ database, secrets, now }: KeyStore,
	sequence: number,
	activeAt: Date,
	{ algorithms = [...ALGORITHMS], next }: Generation = {},
) {
	const keys = await Promise.all(algorithms.map((alg) => generateEncryptedKey(alg, secrets.current)));
	const times = { created_at: now().toISOString(), active_at: activeAt.toISOString() };
	return inTransaction(database, async (transaction) => {
		await transaction
			.insertInto("signing_keys")
			.values(keys.map((key) => ({ ...key, sequence, ...times, certificate: null })))
			// Instances that do this at the same moment must end up with the same keys: those of the first.
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		await next?.(transaction);
		return transaction.selectFrom("signing_keys").select(["kid", "alg"]).where("sequence", "=", sequence).execute();
	});
}

/** All keys, the newest first. The states follow from the rows and the clock, so that all instances agree. */
async function readStates({ database, now }: Pick<KeyStore, "database" | "now">): Promise<SigningKeyState[]> {
	const all = database.selectFrom("signing_keys").selectAll();
	const rows = await all.orderBy("sequence", "desc").orderBy("alg").execute();
	const time = now().getTime();
	return rows.map((row) => {
		const successor = rows
			.filter(({ alg, sequence }) => alg === row.alg && sequence > row.sequence)
			.sort((one, other) => one.sequence - other.sequence)
			.find(({ active_at }) => Date.parse(active_at) <= time);
		if (Date.parse(row.active_at) > time) return { row, state: "next" };
		if (!successor) return { row, state: "active" };
		const isExpired = Date.parse(successor.active_at) + SIGNED_TOKEN_SECONDS_MAX * 1000 <= time;
		return { row, state: isExpired ? "retired" : "previous" };
	});
}

export type CertifiedKey = SigningKeyState & { certificate: string };

/**
 * The signing keys that are in use, with their certificates. A certificate is made when it is first needed, then stored:
 * instances that make one at the same moment end up with the same.
 */
export async function certifiedSigningKeys(store: KeyStore & { config: { issuer: string } }): Promise<CertifiedKey[]> {
	const { database, secrets, config } = store;
	let states = await readStates(store);
	const uncertified = states.filter(({ row }) => row.certificate === null);
	for (const { row } of uncertified) {
		const key = await decryptKey(row.private_jwk, secrets.known);
		const certificate = selfSignedCertificate(key, new URL(config.issuer).host, new Date(row.created_at));
		await database
			.updateTable("signing_keys")
			.set({ certificate })
			.where("kid", "=", row.kid)
			.where("certificate", "is", null)
			.execute();
	}
	if (uncertified.length > 0) states = await readStates(store);
	return states
		.filter(({ state }) => state !== "retired")
		.map((key) => ({ ...key, certificate: key.row.certificate ?? "" }));
}

async function readKeys(store: KeyStore) {
	const order = ["active", "next", "previous"];
	const states = (await readStates(store))
		.filter(({ state }) => state !== "retired")
		.sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || compareKeys(one.row, other.row));
	const keys = await Promise.all(states.map(({ row }) => decryptKey(row.private_jwk, store.secrets.known)));
	const publicKeySet: JSONWebKeySet = { keys: keys.map(publicPart) };
	return {
		privateKeySet: { keys },
		version: states.map(({ row, state }) => `${state}:${row.kid}`).join(" "),
		verificationKey: createLocalJWKSet(publicKeySet),
	};
}

function isWhole({ privateKeySet }: Pick<SigningKeys, "privateKeySet">): boolean {
	return privateKeySet.keys.some(({ alg }) => alg === ACCESS_TOKEN_ALGORITHM);
}

/** The algorithm of access tokens first, then the newest. */
function compareKeys(one: SigningKeyState["row"], other: SigningKeyState["row"]): number {
	return ALGORITHMS.indexOf(one.alg) - ALGORITHMS.indexOf(other.alg) || other.sequence - one.sequence;
}

function publicPart({ d, p, q, dp, dq, qi, ...rest }: JWK): JWK {
	return rest;
}

/** A new key pair, its private part encrypted. `kid` is its thumbprint (RFC 7638). */
async function generateEncryptedKey(alg: string, secret: string) {
	const { privateKey } = await generateKeyPair(alg, { modulusLength: 2048, extractable: true });
	const jwk = await exportJWK(privateKey);
	const kid = await calculateJwkThumbprint(jwk);
	const private_jwk = await seal(JSON.stringify({ ...jwk, kid, alg, use: "sig" }), secret, SIGNING_KEY_PURPOSE);
	return { kid, alg, private_jwk };
}

/** @throws ConfigError when the key was encrypted under a secret that is not among these */
async function decryptKey(encrypted: string, secrets: readonly string[]): Promise<JWK> {
	const opened = await unseal(encrypted, secrets, SIGNING_KEY_PURPOSE);
	if (!opened) throw anotherSecret();
	return JSON.parse(opened.text) as JWK;
}
