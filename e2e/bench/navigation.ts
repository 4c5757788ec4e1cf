// How soon a click on a link shows its page, which the pointer rested on before.
import type { Browser } from "@playwright/test";
import { openBrowser, openCold } from "./browser.ts";
import { compare, milliseconds, takeTurns } from "./rounds.ts";
import type { Measure, Side } from "./sides.ts";

const ROUNDS = 9;
const LATENCY_MILLISECONDS = 150;
const POINTED_MILLISECONDS = 400;
/** Between two pages with a call to the tenant that are requested before the click. */
const APART_MILLISECONDS = 1_000;

/** From a page to the page of a link on it. */
const clicks: [name: string, from: string, to: (side: Side) => string][] = [
	["list → form", "/templates", () => "/templates/new"],
	["list → template", "/templates", ({ templateId }) => `/templates/${templateId}`],
	["overview → list", "/", () => "/templates"],
];

export const measureNavigation: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const rows = [];
	for (const [name, from, to] of clicks) {
		const of = await takeTurns({ rounds: ROUNDS, warmUp: 1 }, sides, (side) => click(browser, side, from, to(side)));
		const conditions = `${LATENCY_MILLISECONDS} ms away, pointed at for ${POINTED_MILLISECONDS} ms`;
		rows.push(compare(`Click to heading, ${name}, ${conditions}`, milliseconds, of("shown"), { ours: { atMost: 60 } }));
	}
	return rows;
};

async function click(browser: Browser, { app, admin }: Side, from: string, to: string) {
	const { page, devtools, close } = await openCold(browser, admin);
	try {
		await page.goto(app.address + from, { waitUntil: "networkidle" });
		const network = { offline: false, latency: LATENCY_MILLISECONDS, downloadThroughput: -1, uploadThroughput: -1 };
		await devtools.send("Network.emulateNetworkConditions", network);
		const shown = page.evaluate(untilHeading);
		await page.waitForTimeout(APART_MILLISECONDS);
		await page.locator(`main a[href="${to}"], nav a[href="${to}"]`).first().hover();
		await page.waitForTimeout(POINTED_MILLISECONDS);
		await page.mouse.down();
		await page.mouse.up();
		return { shown: await shown };
	} finally {
		await close();
	}
}

/* Runs in the browser: from the click to the frame with another heading. */
function untilHeading(): Promise<number> {
	const before = document.querySelector("h1")?.textContent;
	const clicked = new Promise<number>((resolve) =>
		addEventListener("click", ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }),
	);
	const shown = new Promise<void>((resolve) => {
		const observer = new MutationObserver(() => {
			const heading = document.querySelector("h1")?.textContent;
			if (!heading || heading === before) return;
			observer.disconnect();
			requestAnimationFrame(() => resolve());
		});
		observer.observe(document, { subtree: true, childList: true, characterData: true });
	});
	return Promise.all([clicked, shown]).then(([begin]) => performance.now() - begin);
}
