import { gzipSync } from "node:zlib";
import { openCold } from "../browser.mjs";

const FORM = "/templates/new";
const LIST = "/templates";

/** Scripts of a first load, and everything that a cold form page transfers. @type {import("../bench.mjs").Measure} */
export async function measureBytes({ browser, sides, floor }) {
	const least = await firstLoad(browser, null, floor.address);
	const forms = await eachSide(FORM);
	const lists = await eachSide(LIST);
	const [form] = forms;
	return [
		scriptsRow("First-load JavaScript, form page", forms, least, 60),
		scriptsRow("First-load JavaScript, list page", lists, least, 12),
		{
			measure: "Transferred, cold form page",
			...{ floor: kilobytes(least.bytes), ours: transferred(form), beside: forms[1] && transferred(forms[1]) },
			...{ ratio: form.bytes / least.bytes, goal: "≤ 220 KB, ≤ 10 requests" },
			met: form.bytes <= 220_000 && form.requests <= 10,
		},
	];

	async function eachSide(path) {
		const loads = [];
		for (const { app, admin } of sides) loads.push(await firstLoad(browser, admin, app.address + path));
		return loads;
	}
}

function scriptsRow(measure, [ours, beside], least, over) {
	return {
		...{ measure, floor: kilobytes(least.scripts), ours: kilobytes(ours.scripts), ratio: ours.scripts / least.scripts },
		...{ goal: `floor + ${over} KB`, met: ours.scripts <= least.scripts + over * 1000 },
		...{ beside: beside && kilobytes(beside.scripts) },
	};
}

function transferred({ bytes, requests }) {
	return `${kilobytes(bytes)}, ${requests} requests`;
}

/** Until the network is idle: gzip bytes of scripts, bytes on the wire, requests. */
async function firstLoad(browser, visitor, address) {
	const { page, devtools, close } = await openCold(browser, visitor);
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

function kilobytes(bytes) {
	return `${(bytes / 1000).toFixed(1)} KB`;
}
