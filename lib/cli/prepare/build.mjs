import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { spawnNode } from "../child.mjs";
import { CommandError } from "../command-error.mjs";
import { inProject, NEXT } from "../project.mjs";
import { compressFiles } from "./compress.mjs";
import { quietStep } from "./quiet-step.mjs";
import { hashSources } from "./sources.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const BUILD_ID_FILE = inProject(".next", "BUILD_ID");
// `next build` deletes it first, so a build that failed or was made by hand never passes for this one.
const STAMP = inProject(".next", "built-from");

/**
 * Names of actions are hashes under this key. It is no secret: every machine's build must know the same names, so that
 * a page of one instance works on the others. What is encrypted has a key of its own (lib/dashboard/start.ts).
 */
const ACTION_NAMES_KEY = createHash("sha256").update("identity-console action names").digest("base64");

/** Whether there is a whole build, of whatever sources. */
export function isBuilt() {
	return existsSync(BUILD_ID_FILE);
}

/** Builds the app unless the build at hand was made from the same sources. */
export async function ensureBuilt() {
	const wanted = hashSources();
	if (readStamp(STAMP) === wanted && isBuilt()) return;
	const env = {
		...process.env,
		// Equal for equal sources: a browser takes another build's answers for those of an update.
		BUILD_ID: wanted,
		NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_NAMES_KEY,
		NEXT_TELEMETRY_DISABLED: "1",
	};
	await quietStep("Building (next build)", spawnNode([NEXT, "build"], { env, output: "pipe" }));
	if (!isBuilt()) throw new CommandError("next build ended without a complete build.");
	await compressFiles(inProject(".next", "static"));
	writeStamp(STAMP, wanted);
}
