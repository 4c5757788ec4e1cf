// How soon a form is painted on an empty cache, a slow network and a slow processor, and how long it then blocks the page
// until it is interactive: beside other consoles.
import type { Browser } from "@playwright/test";
import { type Measured, observe, openBrowser, openCold, SLOW_NETWORK } from "./browser.ts";
import { openPeers, type Peer } from "./peers.ts";
import { compare, milliseconds, type Row, takeTurns } from "./rounds.ts";
import type { Measure } from "./sides.ts";

const COUNT = { rounds: 9, warmUp: 1 };
/** After the first paint, for what then makes the page interactive. */
const SETTLED_MILLISECONDS = 2_000;
/** Of our first paint to a peer's. */
const GOALS = { "react-admin": 0.4, Payload: 0.8 };

export const measurePaint: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const own = sides.map(({ name, app, admin, pages }) => ({
		name,
		address: app.address + pages["form page"],
		cookies: admin.cookies(),
	}));
	const peers = await openPeers().catch((error) => {
		console.log(`The other consoles could not be built, so nothing is measured beside them: ${error.message}`);
		return [];
	});
	try {
		const of = await takeTurns(COUNT, [...own, ...peers], (page) => load(browser, page));
		const row = (what: string, key: string) => compare(`Cold form: ${what}`, milliseconds, of(key));
		const beside = ({ name }: Peer): Row =>
			compare(`Cold form: first paint, beside ${name}`, milliseconds, of("painted", "painted", name), {
				floor: { atMost: GOALS[name] },
			});
		return [
			...[row("page received", "page"), row("style sheet received", "style"), row("font received", "font")],
			...[row("first paint", "painted"), ...peers.map(beside)],
			row("blocked since the first paint, by hydration", "blocking"),
			compare("Cold form: layout shift", (value) => value.toFixed(3), of("shift"), { ours: { atMost: 0 } }),
		];
	} finally {
		for (const { app } of peers) await app.stop();
	}
};

/** Milliseconds since the request for the page; NaN for what it does not load. */
async function load(browser: Browser, { address, cookies }: Pick<Peer, "address" | "cookies">) {
	const { page, devtools, close } = await openCold(browser, { cookies: () => cookies }, { slowProcessor: true });
	try {
		await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
		await devtools.send("Page.enable");
		await devtools.send("Page.setLifecycleEventsEnabled", { enabled: true });
		const paths = new Map<string, string>();
		const received = { page: Number.NaN, style: Number.NaN, font: Number.NaN };
		let first: { loaderId: string; timestamp: number } | undefined;
		const since = (timestamp: number) => (timestamp - (first?.timestamp ?? Number.NaN)) * 1000;
		devtools.on("Network.requestWillBeSent", ({ requestId, request, loaderId, timestamp }) => {
			first ??= { loaderId, timestamp };
			paths.set(requestId, requestId === loaderId ? "page" : new URL(request.url).pathname);
		});
		devtools.on("Network.loadingFinished", ({ requestId, timestamp }) => {
			const path = paths.get(requestId) ?? "";
			if (path === "page") received.page = since(timestamp);
			if (path.endsWith(".css")) received.style = Math.max(received.style || 0, since(timestamp));
			if (path.endsWith(".woff2")) received.font = since(timestamp);
		});
		const painted = new Promise<number>((resolve) => {
			devtools.on("Page.lifecycleEvent", ({ name, loaderId, timestamp }) => {
				if (name === "firstContentfulPaint" && loaderId === first?.loaderId) resolve(since(timestamp));
			});
		});
		await page.addInitScript(observe);
		await page.goto(address, { waitUntil: "networkidle" });
		// A page may be silent while its scripts run.
		const paint = await painted;
		await page.waitForTimeout(SETTLED_MILLISECONDS);
		const { blockingSincePaint: blocking, shift } = await page.evaluate(
			() => (window as unknown as { measured: Measured }).measured,
		);
		return { ...received, painted: paint, blocking, shift };
	} finally {
		await close();
	}
}
