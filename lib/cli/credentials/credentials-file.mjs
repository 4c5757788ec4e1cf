import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../command-error.mjs";

/**
 * What the embedded tenant wrote at its start, readable by its owner only.
 * @param {string} dataDir
 * @returns {{ sign_ins: Record<string, SignIn>, clients: Record<string, Client> }}
 * @typedef {{ email: string, password: string | null, note?: string }} SignIn without a password where the person has chosen one
 * @typedef {{ redirect_uris: string[], post_logout_redirect_uris?: string[], [other: string]: unknown }} Client
 */
export function readCredentialsFile(dataDir) {
	const file = join(dataDir, "credentials.json");
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		const code = /** @type {NodeJS.ErrnoException} */ (error).code;
		if (code === "ENOENT") throw new CommandError(`There is no ${file} yet: npm start creates it.`);
		throw new CommandError(`${file} can't be read (${code ?? "it isn't JSON"}).`);
	}
}
