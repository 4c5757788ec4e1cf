import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/**
 * The files that the embedded tenant reads its secret from where APP_SECRET is not set.
 * @param {string} dataDir
 */
function filesOf(dataDir) {
	const file = join(dataDir, "app-secret");
	return { file, previous: `${file}.previous` };
}

/** @param {string} dataDir */
export function hasSecretFile(dataDir) {
	return existsSync(filesOf(dataDir).file);
}

/**
 * Whether a new secret is there with the one before it beside.
 * @param {string} dataDir
 */
export function hasPreviousFile(dataDir) {
	const { file, previous } = filesOf(dataDir);
	return existsSync(previous) && readFileSync(previous, "utf8").trim() !== readFileSync(file, "utf8").trim();
}

/**
 * Puts a new secret in place of the one there is, which is kept beside it. Broken off at any point, the app starts as
 * before or with both.
 * @param {string} dataDir
 */
export function replaceSecretFile(dataDir) {
	const { file, previous } = filesOf(dataDir);
	write(previous, readFileSync(file, "utf8"));
	write(file, `${randomBytes(32).toString("base64url")}\n`);
}

/** @param {string} dataDir */
export function removePreviousFile(dataDir) {
	rmSync(filesOf(dataDir).previous, { force: true });
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
	const draft = `${file}.${randomBytes(6).toString("hex")}`;
	const descriptor = openSync(draft, "wx", 0o600);
	writeSync(descriptor, text);
	fsyncSync(descriptor);
	closeSync(descriptor);
	renameSync(draft, file);
}
