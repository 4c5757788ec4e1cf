import { type Browser, type CDPSession, chromium } from "@playwright/test";
import { findBrowser } from "../browser/find-browser.ts";
import type { Visitor } from "./http.ts";

const ARGUMENTS = [
	...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
	...["--disable-component-update", "--disable-quic", "--disable-sync", "--no-first-run"],
];
/** 1.6 Mbit/s down, half of it up, and 150 ms: a telephone on a slow network. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
export const CPU_SLOWDOWN = 4;

/** The Chromium that the browser tests use. */
export async function launchBrowser(): Promise<Browser> {
	const { executablePath, env } = await findBrowser();
	return chromium.launch({ executablePath, args: ARGUMENTS, ...(env && { env: { ...process.env, ...env } }) });
}

/** A page with an empty cache, signed in as the visitor is. */
export async function openCold(
	browser: Browser,
	visitor: Visitor | null,
	{ slowProcessor = false, scripts = true } = {},
) {
	const context = await browser.newContext({ javaScriptEnabled: scripts, locale: "en-US" });
	if (visitor) await context.addCookies(visitor.cookies());
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	await devtools.send("Network.enable");
	if (slowProcessor) await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
	return { page, devtools, close: () => context.close() };
}

export async function slowNetwork(devtools: CDPSession): Promise<void> {
	await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
}
