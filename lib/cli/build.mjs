import { existsSync } from "node:fs";
import { spawnNode } from "./child.mjs";
import { CommandError } from "./command-error.mjs";
import { inProject, NEXT } from "./project.mjs";
import { quietStep } from "./quiet-step.mjs";
import { hashSources } from "./sources.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const BUILD_ID = inProject(".next", "BUILD_ID");
// `next build` deletes it first, so a build that failed or was made by hand never passes for this one.
const STAMP = inProject(".next", "built-from");

/** Builds the app unless the build at hand was made from the same sources. */
export async function ensureBuilt() {
	const wanted = hashSources();
	if (readStamp(STAMP) === wanted && existsSync(BUILD_ID)) return;
	const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
	await quietStep("Building (next build)", spawnNode([NEXT, "build"], { env, output: "pipe" }));
	if (!existsSync(BUILD_ID)) throw new CommandError("next build ended without a complete build.");
	writeStamp(STAMP, wanted);
}
