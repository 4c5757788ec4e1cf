import { openCold, slowDown } from "../browser.mjs";
import { compare, milliseconds, spread } from "../compare.mjs";
import { median, takeTurns } from "../rounds.mjs";

const ROUNDS = 9;
/** Other consoles, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;
const PAYLOAD = 5687;

/** @typedef {Awaited<ReturnType<typeof createTemplate>>} Times */

/**
 * From an empty cache to a created template, on a slow network and processor.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureTasks({ openBrowser, sides, ...own }) {
	const browser = await openBrowser();
	const slow = /** @type {const} */ ({ network: "slow", slowProcessor: true });
	const samples = await takeTurns(ROUNDS, sides, (side) => createTemplate(browser, side, slow));
	const cached = await takeTurns(ROUNDS, sides, (side) => createTemplate(browser, side, { ...slow, hasFont: true }));
	/** @param {keyof Times} time */
	const of = (time, all = samples) => all.map((side) => side.map((sample) => sample[time]));
	const [[created = [], olderCreated], [visible = [], olderVisible]] = [of("created"), of("visible")];
	/**
	 * @param {string} measure
	 * @param {keyof Times} time
	 */
	const withFont = (measure, time) => {
		const [ours = [], older] = of(time, cached);
		return compare(measure, milliseconds, { ours, older }, { older: { atMost: 1.05 } });
	};
	const [painted = [], olderPainted] = of("painted");
	const works = await createTemplate(browser, own, { scripts: false }).then(
		() => true,
		() => false,
	);
	return [
		compare("First paint of the form, cold", milliseconds, { ours: painted, older: olderPainted }, {}),
		withFont("The same, the font cached", "painted"),
		withFont("Task as below, the font cached", "created"),
		withFont("The same, until the saved page shows edits", "live"),
		{
			measure: "Cold task: open form → created",
			...{ floor: `${REACT_ADMIN} ms (react-admin, measured before)`, ours: spread(created) },
			...{ older: olderCreated && spread(olderCreated) },
			...{ ratio: median(created) / REACT_ADMIN, goal: `≤ 0.55 × ${REACT_ADMIN}, ≤ 0.35 × ${PAYLOAD} (Payload)` },
			met: median(created) <= 0.55 * REACT_ADMIN && median(created) <= 0.35 * PAYLOAD,
		},
		{
			measure: "The same without JavaScript; form usable, cold",
			...{ floor: "", ours: `${works ? "created" : "failed"}; ${spread(visible)}` },
			...{ older: olderVisible && spread(olderVisible) },
			...{ goal: "created", met: works },
		},
	];
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {Pick<import("../surroundings.mjs").Side, "app" | "admin">} side
 * @param {Parameters<typeof openCold>[2] & { hasFont?: boolean }} conditions `hasFont`: of an earlier visit
 */
async function createTemplate(browser, { app, admin }, { hasFont = false, network, ...conditions }) {
	const { page, devtools, close } = await openCold(browser, admin, conditions);
	try {
		if (hasFont) await fetchFont(page, app.address);
		if (network) await slowDown(devtools, network);
		const address = `${app.address}/templates/new`;
		const painted = firstPaint(devtools, address);
		const begin = performance.now();
		await page.goto(address, { waitUntil: "commit" });
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await name.waitFor();
		const visible = performance.now() - begin;
		await name.fill(`Cold ${crypto.randomUUID()}`);
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		await page.waitForURL(/\/templates\/vct_/, { waitUntil: "commit" });
		await page.getByRole("button", { name: "Save changes" }).waitFor();
		const created = performance.now() - begin;
		if (conditions.scripts !== false) await page.getByText("(as opened)").first().waitFor({ state: "detached" });
		const live = performance.now() - begin;
		return { painted: await painted, visible, created, live };
	} finally {
		await close();
	}
}

/**
 * Milliseconds from the request for a page, which is still to come, to its first text or picture. The browser tells of it:
 * nothing is asked of the page, which would delay what is measured.
 * @param {import("@playwright/test").CDPSession} devtools
 * @param {string} address
 * @returns {Promise<number>}
 */
function firstPaint(devtools, address) {
	void devtools.send("Page.enable");
	void devtools.send("Page.setLifecycleEventsEnabled", { enabled: true });
	/** @type {{ loader: string, begin: number } | undefined} */
	let asked;
	devtools.on("Network.requestWillBeSent", ({ request, loaderId, timestamp }) => {
		if (request.url === address) asked ??= { loader: loaderId, begin: timestamp };
	});
	return new Promise((resolve) => {
		devtools.on("Page.lifecycleEvent", ({ name, loaderId, timestamp }) => {
			if (asked?.loader === loaderId && name === "firstContentfulPaint") resolve((timestamp - asked.begin) * 1000);
		});
	});
}

/**
 * Visits the app, and fetches its font where the version has one.
 * @param {import("@playwright/test").Page} page
 * @param {string} address
 */
async function fetchFont(page, address) {
	const { headers } = await fetch(`${address}/sign-in`);
	const path = /<([^>]+\.woff2)>/.exec(headers.get("link") ?? "")?.[1];
	await page.route("**/with-font", (route) => route.fulfill({ contentType: "text/html", body: "" }));
	await page.goto(`${address}/with-font`);
	// The browser keeps nothing while requests are routed.
	await page.unrouteAll();
	if (path) await page.evaluate((font) => fetch(font).then((answer) => answer.arrayBuffer()), path);
}
