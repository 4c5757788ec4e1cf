import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { quietStep, spawnNode } from "../child.mjs";
import { inProject, nextCommand, PROJECT_DIR, TSC } from "../project.mjs";

/** The embedded identity service, which a deployment for a real tenant may delete. */
const SERVICE = ["lib/identity-service"];
const NOT_COPIED = ["node_modules", ".git", ".next", ".data", ".env", "test-results", "playwright-report"];
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

/** Dashboard and service are separate: a copy without the embedded identity service type-checks. */
export function checkTypesWithoutService(): Promise<void> {
	return inCopy(false, async (start) => {
		await quietStep(
			"Writing the types of the pages of a copy without the identity service",
			start([nextCommand(), "typegen"]),
		);
		await quietStep("Checking types without the identity service", start([TSC, "--noEmit", "--preserveSymlinks"]));
	});
}

/** A copy without the embedded identity service builds. */
export function buildWithoutService(): Promise<void> {
	return inCopy(true, (start) => quietStep("Building without the identity service", start([nextCommand(), "build"])));
}

/**
 * @param withBuild it will be built: the cache of the whole build, by content, is copied too, since most of it is the same
 * @param work runs a package's command in the copy
 */
async function inCopy(
	withBuild: boolean,
	work: (start: (command: string[]) => ChildProcess) => Promise<void>,
): Promise<void> {
	const copy = mkdtempSync(join(tmpdir(), "identity-console-deletion-"));
	const remove = () => rmSync(copy, { recursive: true, force: true });
	process.once("exit", remove);
	const left = new Set([...NOT_COPIED, ...SERVICE].map((path) => inProject(...path.split("/"))));
	cpSync(PROJECT_DIR, copy, { recursive: true, filter: (source) => !left.has(source) });
	const packages = join(copy, "node_modules");
	if (withBuild) linkFolder(inProject("node_modules"), packages);
	else symlinkSync(inProject("node_modules"), packages, "junction");
	if (withBuild && existsSync(COMPILED_BY_BUILD))
		cpSync(COMPILED_BY_BUILD, join(copy, ".next", "cache", "turbopack"), { recursive: true });
	const env = { ...process.env, ...LIVE_TENANT, NEXT_TELEMETRY_DISABLED: "1" };
	await work(([script = "", ...parameters]) =>
		spawnNode([join(copy, relative(PROJECT_DIR, script)), ...parameters], { cwd: copy, env, output: "pipe" }),
	);
	remove();
}

/** A copy of hard links: the bundler refuses a linked folder that points out of the project, but not linked files. */
export function linkFolder(from: string, to: string): void {
	mkdirSync(to);
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory() && entry.name !== ".cache") linkFolder(source, target);
		if (entry.isFile()) linkFile(source, target);
	}
}

function linkFile(source: string, target: string): void {
	try {
		linkSync(source, target);
	} catch {
		// The temporary folder is on another disk.
		cpSync(source, target);
	}
}
