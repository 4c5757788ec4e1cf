// `npm run secrets -- key` and `-- rotate-key`: the private key by which the console's machine client authenticates at a
// real tenant. The key file holds the current key, and during a rotation the next or the previous one. Each state is
// written at once, so that a step that was interrupted can be repeated.

import { createPublicKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError, type Settings } from "../command.mjs";
import { PROJECT_DIR } from "../project.mjs";
import { isObject, runInServer } from "../start/server-process.ts";
import { writePrivateFile } from "./private-file.ts";

type Keys = { current: JsonWebKey; next?: JsonWebKey; previous?: JsonWebKey };

const MODULUS_BITS = 3072;
const ALGORITHM = "RS256";
const AGAIN = "npm run secrets -- rotate-key";
const REGISTER = "in the machine-to-machine application at the tenant (its credentials, Private Key JWT)";

/** Prints the public part of the current key, which is made where there is none. */
export function showKey({ environment, dataDir }: Settings): void {
	const file = keyFile(environment, dataDir);
	const inEnvironment = environment.MANAGEMENT_CLIENT_KEY;
	if (inEnvironment) {
		showPublicPart(parseKeys(inEnvironment, "MANAGEMENT_CLIENT_KEY").current);
		return;
	}
	if (!existsSync(file)) {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		writeKeys(file, { current: newKey() });
		console.log(`A new private key is in ${file}.`);
	}
	showPublicPart(readKeys(file).current);
	if (environment.MANAGEMENT_CLIENT_KEY_FILE) return;
	console.log(`Next: register this public key ${REGISTER}.
Then set MANAGEMENT_CLIENT_KEY_FILE=${file} in place of MANAGEMENT_CLIENT_SECRET, and start the app.`);
}

/** Does the next step of a rotation, and prints the one after it. */
export async function rotateKey({ environment, dataDir, live }: Settings): Promise<void> {
	if (!live) {
		throw new CommandError(
			"No real tenant is configured. The console's key for the embedded one is replaced by: npm run secrets -- rotate --new-credentials",
		);
	}
	if (environment.MANAGEMENT_CLIENT_KEY) throw new CommandError(KEY_IN_ENVIRONMENT);
	const file = keyFile(environment, dataDir);
	if (!existsSync(file)) throw new CommandError(`There is no key in ${file} yet: npm run secrets -- key makes it.`);
	const keys = readKeys(file);
	if (keys.next) return changeToNextKey(file, keys, environment);
	if (keys.previous) {
		writeKeys(file, { current: keys.current });
		console.log(`The previous key is removed from ${file}. The rotation is complete.
Where it is still registered at the tenant, remove its public part there.`);
		return;
	}
	const next = newKey();
	writeKeys(file, { ...keys, next });
	showPublicPart(next);
	console.log(`The console still uses the key that it has.
Next: register this public key beside the other one ${REGISTER}, then ${AGAIN}`);
}

async function changeToNextKey(file: string, { current, next }: Keys, environment: NodeJS.ProcessEnv): Promise<void> {
	if (!next) return;
	try {
		await runInServer({ ...environment, SECRETS_COMMAND: JSON.stringify({ name: "try-next-key" }) }, isObject);
	} catch (error) {
		showPublicPart(next);
		console.log("The console still uses the key that it has: nothing was changed.");
		throw error;
	}
	writeKeys(file, { current: next, previous: current });
	console.log(`The tenant accepts the new key, and it is the current one in ${file}.
Running instances use it from their next access token on; no restart is needed where they read this file.
Next: after a day remove the other public key at the tenant, then ${AGAIN}`);
}

const KEY_IN_ENVIRONMENT = `The key is in MANAGEMENT_CLIENT_KEY, which this command can't change. Put its text into a file, and for each step:
  MANAGEMENT_CLIENT_KEY= MANAGEMENT_CLIENT_KEY_FILE=that file ${AGAIN}
After each step give every instance the file's text as MANAGEMENT_CLIENT_KEY, and restart it.`;

function keyFile(environment: NodeJS.ProcessEnv, dataDir: string): string {
	const { MANAGEMENT_CLIENT_KEY_FILE: named } = environment;
	return named ? resolve(PROJECT_DIR, named) : join(dataDir, "management-client-key.json");
}

function newKey(): JsonWebKey {
	return generateKeyPairSync("rsa", { modulusLength: MODULUS_BITS }).privateKey.export({ format: "jwk" });
}

function showPublicPart(key: JsonWebKey): void {
	const publicKey = createPublicKey({ key, format: "jwk" });
	const jwk = { ...publicKey.export({ format: "jwk" }), use: "sig", alg: ALGORITHM };
	const pem = publicKey.export({ type: "spki", format: "pem" });
	console.log(`Public key (${ALGORITHM}), as PEM:\n\n${pem}\nand as JWK:\n\n${JSON.stringify(jwk)}\n`);
}

function readKeys(file: string): Keys {
	return parseKeys(readFileSync(file, "utf8"), file);
}

/** @throws CommandError, without the text */
function parseKeys(text: string, place: string): Keys {
	try {
		const keys: Keys = JSON.parse(text);
		createPublicKey({ key: keys.current, format: "jwk" });
		return keys;
	} catch {
		throw new CommandError(`${place} has no key in the form that this command writes.`);
	}
}

function writeKeys(file: string, keys: Keys): void {
	writePrivateFile(file, `${JSON.stringify(keys)}\n`);
}
