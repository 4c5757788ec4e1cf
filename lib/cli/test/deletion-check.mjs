import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { spawnNode } from "../child.mjs";
import { quietStep } from "../prepare/quiet-step.mjs";
import { hashSources } from "../prepare/sources.mjs";
import { readStamp, writeStamp } from "../prepare/stamp.mjs";
import { inProject, NEXT, PROJECT_DIR, TSC } from "../project.mjs";
import { linkFolder } from "./link-folder.mjs";

/** The embedded identity service: what a deployment for a real tenant may delete. */
const SERVICE_HALF = ["lib/identity-service"];
const NOT_COPIED = ["node_modules", ".git", ".next", ".data", ".env", "test-results", "playwright-report"];
const STAMP = inProject("node_modules", ".cache", "deletion-check");
const COMPILED_BY_BUILD = inProject(".next", "cache", "turbopack");
const LIVE_TENANT = {
	APP_URL: "https://console.example.com",
	SESSION_SECRET: "a-secret-for-a-build-that-never-serves",
	MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2",
	AUTH_BASE_URL: "https://tenant.example.com",
	MANAGEMENT_CLIENT_ID: "management",
	MANAGEMENT_CLIENT_SECRET: "management-secret",
	SIGN_IN_CLIENT_ID: "sign-in",
	SIGN_IN_CLIENT_SECRET: "sign-in-secret",
	EDITORS: "editor@example.com",
};

/** Proves the halves apart: a copy without the embedded identity service builds, and its types fit. */
export async function checkDeletion() {
	const wanted = hashSources();
	if (readStamp(STAMP) === wanted) return;
	const copy = mkdtempSync(join(tmpdir(), "identity-console-deletion-"));
	const remove = () => rmSync(copy, { recursive: true, force: true });
	process.once("exit", remove);
	copyProject(copy);
	const env = { ...process.env, ...LIVE_TENANT, NEXT_TELEMETRY_DISABLED: "1" };
	/** @param {string[]} command of a package */
	const inCopy = ([script = "", ...parameters]) =>
		spawnNode([join(copy, relative(PROJECT_DIR, script)), ...parameters], { cwd: copy, env, output: "pipe" });
	await quietStep("Building without the identity service", inCopy([NEXT, "build"]));
	await quietStep("Checking types without the identity service", inCopy([TSC, "--noEmit"]));
	writeStamp(STAMP, wanted);
	remove();
}

/** @param {string} copy */
function copyProject(copy) {
	const left = new Set([...NOT_COPIED, ...SERVICE_HALF].map((path) => inProject(...path.split("/"))));
	cpSync(PROJECT_DIR, copy, { recursive: true, filter: (source) => !left.has(source) });
	linkFolder(inProject("node_modules"), join(copy, "node_modules"));
	// What the whole build has compiled, by content: most of it is the same.
	if (existsSync(COMPILED_BY_BUILD))
		cpSync(COMPILED_BY_BUILD, join(copy, ".next", "cache", "turbopack"), { recursive: true });
}
