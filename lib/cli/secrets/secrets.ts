// `npm run secrets -- rotate`: replaces APP_SECRET, or on a real tenant SESSION_SECRET, in steps: each call does the next
// one and prints the one after it. Works beside a running app, and without one.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CommandError, readSettings, runCommand, type Settings } from "../command.mjs";
import { isObject, runInServer } from "../start/server-process.ts";
import { rotateKey, showKey } from "./client-key.ts";
import { writePrivateFile } from "./private-file.ts";

const USAGE = `Usage:
  npm run secrets -- rotate                     keeps what applications and people are configured with
  npm run secrets -- rotate --new-credentials   gives the embedded tenant's clients and sign-ins new secrets as well
  npm run secrets -- forget                     gives up what a lost SESSION_SECRET encrypted, on a real tenant
  npm run secrets -- key                        makes the key by which the console authenticates at a real tenant, and
                                                prints its public part
  npm run secrets -- rotate-key                 replaces that key, in steps`;
const AGAIN = "npm run secrets -- rotate";
const NEW_CREDENTIALS = "--new-credentials";

runCommand(async () => {
	const [name, ...options] = process.argv.slice(2);
	if (name === "forget" && options.length === 0) return forget(readSettings());
	if (name === "key" && options.length === 0) return showKey(readSettings());
	if (name === "rotate-key" && options.length === 0) return rotateKey(readSettings());
	if (name !== "rotate" || options.some((option) => option !== NEW_CREDENTIALS)) throw new CommandError(USAGE);
	return rotate(readSettings(), options.includes(NEW_CREDENTIALS));
});

async function forget({ environment, live }: Settings): Promise<void> {
	if (!live)
		throw new CommandError("Without its APP_SECRET the embedded tenant can't be read: begin with another DATA_DIR.");
	await runInServer({ ...environment, SECRETS_COMMAND: JSON.stringify({ name: "forget" }) }, isObject);
	console.log("What the lost secret encrypted is given up. Next: npm start");
}

async function rotate({ environment, live, dataDir }: Settings, newCredentials: boolean): Promise<void> {
	if (live && newCredentials)
		throw new CommandError("A real tenant is configured: it gives its clients their secrets.");
	const secret = live ? "SESSION_SECRET" : "APP_SECRET";
	const inFiles = !live && !environment.APP_SECRET && !environment.APP_SECRET_PREVIOUS;
	if (inFiles && !hasPreviousFile(dataDir)) {
		if (!existsSync(filesOf(dataDir).file))
			throw new CommandError(`There is no app-secret in ${dataDir} yet: npm start makes it.`);
		replaceSecretFile(dataDir);
		console.log(`A new secret is in ${dataDir}, the one before it beside it.\nNext: restart the app, then ${AGAIN}`);
		return;
	}
	if (!inFiles && !environment[`${secret}_PREVIOUS`]) throw new CommandError(howToBegin(secret));
	const command = { name: "rotate", newCredentials };
	const { moved } = await runInServer({ ...environment, SECRETS_COMMAND: JSON.stringify(command) }, isMoved);
	if (moved > 0) {
		console.log(`Moved to the new secret: ${moved} of the stored keys and tokens.`);
		console.log(
			newCredentials
				? "Clients and sign-ins have new secrets (npm run --silent credentials): restart every instance now."
				: "Running instances notice within a minute.",
		);
		console.log(`Next: after a day, once more ${AGAIN}`);
	} else if (inFiles) {
		rmSync(filesOf(dataDir).previous, { force: true });
		console.log("Nothing is left under the secret before: its file is removed. Restart the app when it suits you.");
	} else {
		console.log(`Nothing is left under the secret before. Next: remove ${secret}_PREVIOUS and restart every instance.`);
	}
}

function isMoved(result: unknown): result is { moved: number } {
	return isObject(result) && "moved" in result && typeof result.moved === "number";
}

function howToBegin(secret: string): string {
	return `First give every instance both secrets, and restart one after the other:
  ${secret}=       a new one: openssl rand -base64 32
  ${secret}_PREVIOUS=  the one of today
Then: ${AGAIN}`;
}

/** The files that the embedded tenant reads its secret from where APP_SECRET is not set. */
function filesOf(dataDir: string) {
	const file = join(dataDir, "app-secret");
	return { file, previous: `${file}.previous` };
}

/** Whether there is a new secret, with the previous one beside it. */
function hasPreviousFile(dataDir: string): boolean {
	const { file, previous } = filesOf(dataDir);
	return existsSync(previous) && readFileSync(previous, "utf8").trim() !== readFileSync(file, "utf8").trim();
}

/**
 * Replaces the current secret by a new one, and keeps it beside that. Interrupted at any point, the app starts as before
 * or with both.
 */
function replaceSecretFile(dataDir: string): void {
	const { file, previous } = filesOf(dataDir);
	writePrivateFile(previous, readFileSync(file, "utf8"));
	writePrivateFile(file, `${randomBytes(32).toString("base64url")}\n`);
}
