import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "./config-error";

const APP_SECRET_LENGTH_MIN = 32;

/**
 * The installation's root secret: `APP_SECRET`, else the file `app-secret` in the data folder (mode 0600), made on the
 * first call. Processes that start together agree on one value.
 * @throws ConfigError when `APP_SECRET` is short enough to be guessed
 */
export function readAppSecret(dataDir: string, environment: Record<string, string | undefined>): string {
	const given = environment.APP_SECRET;
	if (given && given.length < APP_SECRET_LENGTH_MIN) {
		throw new ConfigError(`APP_SECRET must have at least ${APP_SECRET_LENGTH_MIN} characters: openssl rand -base64 32`);
	}
	if (given) return given;
	const file = path.join(/*turbopackIgnore: true*/ dataDir, "app-secret");
	try {
		return readFileSync(/*turbopackIgnore: true*/ file, "utf8").trim();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
	}
	mkdirSync(/*turbopackIgnore: true*/ dataDir, { recursive: true, mode: 0o700 });
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

/** 32 bytes derived from the root secret (HKDF-SHA-256) for one named purpose. */
export function deriveKey(appSecret: string, purpose: string): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", appSecret, "identity-console", purpose, 32));
}

/** The same as text that fits into forms, headers and shells. */
export function deriveSecret(appSecret: string, purpose: string): string {
	return Buffer.from(deriveKey(appSecret, purpose)).toString("base64url");
}

/** What a text is known by where the text itself must not be read: HMAC-SHA-256 under a key for one named purpose. */
export function keyedHash(appSecret: string, purpose: string, text: string): string {
	return createHmac("sha256", deriveKey(appSecret, purpose)).update(text).digest("base64url");
}

const IDENTIFIER_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An identifier of `length` (at most 32) letters and digits, the same for the same installation and purpose. */
export function deriveIdentifier(appSecret: string, purpose: string, length: number): string {
	return Array.from(deriveKey(appSecret, purpose).slice(0, length), (byte) =>
		IDENTIFIER_ALPHABET.charAt(byte % IDENTIFIER_ALPHABET.length),
	).join("");
}
