import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser } from "./browser";
import { packagedChromium } from "./packaged-chromium.ts";

/** The headless build first: the same tests take two thirds of the time in it. */
const LINUX_NAMES = [
	...["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
	"microsoft-edge",
];
const MAC_APPLICATIONS = ["Chromium", "Google Chrome", "Microsoft Edge"];
const WINDOWS_PROGRAMS = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];
const INSTALL_WITHIN_MILLISECONDS = 300_000;

/**
 * Finds a Chromium for the tests: the one named by CHROMIUM_PATH, Playwright's own, the system's, a fresh download,
 * and where nothing can be downloaded the one in an npm package.
 * @param onSystem browsers of the system, an argument so that a machine with one can show that it works without
 * @throws Error with what to install
 */
export async function findBrowser(onSystem: () => string | undefined = systemBrowser): Promise<Browser> {
	const named = process.env.CHROMIUM_PATH;
	if (named) {
		if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
		return { executablePath: named };
	}
	if (hasPlaywrightBrowser()) return {};
	const executablePath = onSystem();
	if (executablePath) return { executablePath };
	if (downloadPlaywrightBrowser()) return {};
	const packaged = await packagedChromium();
	if (packaged) return packaged;
	throw new Error("No browser for the tests: install Chromium or Chrome, or name one with CHROMIUM_PATH.");
}

/** Playwright runs headless tests in a smaller build of its own, in the folder beside the full one. */
function hasPlaywrightBrowser() {
	const full = chromium.executablePath();
	const shellFolder = full
		.match(/^(.*[\\/])chromium(-\d+)[\\/]/)
		?.slice(1)
		.join("chromium_headless_shell");
	return shellFolder !== undefined && existsSync(join(shellFolder, "INSTALLATION_COMPLETE"));
}

function systemBrowser() {
	if (process.platform === "darwin") {
		return MAC_APPLICATIONS.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`).find(existsSync);
	}
	if (process.platform === "win32") {
		const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
		return roots.flatMap((root) => (root ? WINDOWS_PROGRAMS.map((name) => join(root, name)) : [])).find(existsSync);
	}
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	// A program on the path may be a stub that only prints how to install the browser.
	return LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(
		(path) => existsSync(path) && spawnSync(path, ["--version"]).status === 0,
	);
}

/** Never with `--with-deps`, which would install packages of the system. Fails fast without the internet. */
function downloadPlaywrightBrowser() {
	console.log("No Chromium on this machine: trying Playwright's download …");
	const cli = join(import.meta.dirname, "..", "..", "node_modules", "@playwright", "test", "cli.js");
	const { status } = spawnSync(process.execPath, [cli, "install", "--only-shell", "chromium"], {
		timeout: INSTALL_WITHIN_MILLISECONDS,
	});
	return status === 0;
}
