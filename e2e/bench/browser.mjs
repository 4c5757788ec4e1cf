import { chromium } from "@playwright/test";
import { findBrowser } from "../browser/find-browser.ts";

const ARGUMENTS = [
	...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
	...["--disable-component-update", "--disable-quic", "--disable-sync", "--no-first-run"],
];
const NETWORKS = {
	/** 1.6 Mbit/s down, half of it up, and 150 ms: a telephone on a slow network. */
	slow: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 },
	/** As fast as it gets, and 150 ms away. */
	distant: { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 },
};
export const CPU_SLOWDOWN = 4;

/** The Chromium that the browser tests use. */
export async function launchBrowser() {
	const { executablePath, env } = await findBrowser();
	return chromium.launch({ executablePath, args: ARGUMENTS, ...(env && { env: { ...process.env, ...env } }) });
}

/**
 * A page with an empty cache, signed in as the visitor is.
 * @param {import("@playwright/test").Browser} browser
 * @param {import("./visitor.mjs").Visitor | null} visitor
 * @param {{ network?: keyof typeof NETWORKS, slowProcessor?: boolean, scripts?: boolean }} [conditions]
 */
export async function openCold(browser, visitor, { network, slowProcessor = false, scripts = true } = {}) {
	const context = await browser.newContext({ javaScriptEnabled: scripts, locale: "en-US" });
	if (visitor) await context.addCookies(visitor.cookies());
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	await devtools.send("Network.enable");
	if (network) await slowDown(devtools, network);
	if (slowProcessor) await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
	return { page, devtools, close: () => context.close() };
}

/**
 * @param {import("@playwright/test").CDPSession} devtools
 * @param {keyof typeof NETWORKS} network
 */
export async function slowDown(devtools, network) {
	await devtools.send("Network.emulateNetworkConditions", NETWORKS[network]);
}
