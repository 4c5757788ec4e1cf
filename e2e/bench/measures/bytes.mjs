import { gzipSync } from "node:zlib";
import { openCold } from "../browser.mjs";

const FORM = "/templates/new";
const LIST = "/templates";

/** @typedef {Awaited<ReturnType<typeof firstLoad>>} Load */

/**
 * Scripts of a first load, and everything that a cold form page transfers.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureBytes({ openBrowser, sides, floor }) {
	const browser = await openBrowser();
	const least = await firstLoad(browser, null, floor.address);
	const [form, olderForm] = await eachSide(FORM);
	const [list, olderList] = await eachSide(LIST);
	return [
		scriptsRow("First-load JavaScript, form page", form, olderForm, least, 60),
		scriptsRow("First-load JavaScript, list page", list, olderList, least, 12),
		{
			measure: "Transferred, cold form page",
			...{ floor: kilobytes(least.bytes), ours: transferred(form), older: olderForm && transferred(olderForm) },
			...{ ratio: form.bytes / least.bytes, goal: "≤ 265 KB, ≤ 11 requests" },
			met: form.bytes <= 265_000 && form.requests <= 11,
		},
	];

	/** @param {string} path */
	async function eachSide(path) {
		const loads = [];
		for (const { app, admin } of sides) loads.push(await firstLoad(browser, admin, app.address + path));
		return /** @type {[Load, Load?]} */ (loads);
	}
}

/**
 * @param {string} measure
 * @param {Load} ours
 * @param {Load | undefined} older
 * @param {Load} least
 * @param {number} over kilobytes that ours may have more than the least
 */
function scriptsRow(measure, ours, older, least, over) {
	return {
		...{ measure, floor: kilobytes(least.scripts), ours: kilobytes(ours.scripts), ratio: ours.scripts / least.scripts },
		...{ goal: `floor + ${over} KB`, met: ours.scripts <= least.scripts + over * 1000 },
		...{ older: older && kilobytes(older.scripts) },
	};
}

/** @param {Load} load */
function transferred({ bytes, requests }) {
	return `${kilobytes(bytes)}, ${requests} requests`;
}

/**
 * Until the network is idle: gzip bytes of scripts, bytes on the wire, requests.
 * @param {import("@playwright/test").Browser} browser
 * @param {import("../visitor.mjs").Visitor | null} visitor
 * @param {string} address
 */
async function firstLoad(browser, visitor, address) {
	const { page, devtools, close } = await openCold(browser, visitor);
	/** @type {Promise<Buffer>[]} */
	const bodies = [];
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
	return { scripts, bytes, requests };
}

/** @param {number} bytes */
function kilobytes(bytes) {
	return `${(bytes / 1000).toFixed(1)} KB`;
}
