import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { openCold } from "../browser.ts";
import type { Visitor } from "../http.ts";
import { takeTurns } from "../rounds.ts";
import type { Measure } from "../sides.ts";
import { compare, kilobytes } from "../table.ts";

const PAGES = { form: "/templates/new", list: "/templates" };
const SCRIPTS_OVER_FLOOR = { form: 60, list: 12 };

/** Scripts of a first load, and everything that a cold form page transfers. */
export const measureBytes: Measure = async ({ openBrowser, sides, floor }) => {
	const browser = await openBrowser();
	const takeFloor = async () => firstLoad(browser, null, floor.address);
	const of = await takeTurns(
		{ rounds: 1 },
		sides,
		async ({ app, admin }) => {
			const form = await firstLoad(browser, admin, app.address + PAGES.form);
			const list = await firstLoad(browser, admin, app.address + PAGES.list);
			return { form: form.scripts, list: list.scripts, bytes: form.bytes, requests: form.requests };
		},
		takeFloor,
	);
	const [least = Number.NaN] = of("form", "scripts").floor ?? [];
	const scripts = (page: keyof typeof PAGES) =>
		compare(`First-load JavaScript, ${page} page`, kilobytes, of(page, "scripts"), {
			ours: { atMost: least + SCRIPTS_OVER_FLOOR[page] },
		});
	return [
		...[scripts("form"), scripts("list")],
		compare("Transferred, cold form page", kilobytes, of("bytes", "bytes"), { ours: { atMost: 265 } }),
		compare("Requests of a cold form page", String, of("requests", "requests"), { ours: { atMost: 11 } }),
	];
};

/** Until the network is idle: kilobytes of scripts in gzip, kilobytes on the wire, requests. */
async function firstLoad(browser: Browser, visitor: Visitor | null, address: string) {
	const { page, devtools, close } = await openCold(browser, visitor);
	const bodies: Promise<Buffer>[] = [];
	let [bytes, requests] = [0, 0];
	devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
		bytes += encodedDataLength;
		requests += 1;
	});
	page.on("response", (response) => {
		if (new URL(response.url()).pathname.endsWith(".js")) bodies.push(response.body());
	});
	await page.goto(address, { waitUntil: "networkidle" });
	const scripts = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
	await close();
	return { scripts: scripts / 1000, bytes: bytes / 1000, requests };
}
