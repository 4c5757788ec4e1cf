import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

const APP_SECRET_LENGTH_MIN = 32;

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
	// The previous file first: a command that replaces the secret at this moment writes it first.
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
	const descriptor = openSync(/*turbopackIgnore: true*/ draft, "wx", 0o600);
	writeSync(descriptor, `${randomBytes(32).toString("base64url")}\n`);
	fsyncSync(descriptor);
	closeSync(descriptor);
	try {
		// A link fails where the name exists, so that the first process wins and the others read its value.
		linkSync(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	rmSync(draft);
	return readFileSync(/*turbopackIgnore: true*/ file, "utf8").trim();
}

/** A setting cannot be used; the message says which one and why, and is all that a person needs. */
export class ConfigError extends Error {
	override name = "ConfigError";
}
