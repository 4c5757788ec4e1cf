import type { Browser } from "@playwright/test";
import { openBrowser, openCold, SLOW_NETWORK } from "./browser.ts";
import { compare, milliseconds, takeTurns } from "./rounds.ts";
import type { Measure, Side } from "./sides.ts";

const COUNT = { rounds: 9 };
/** Another console, react-admin, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;

/** From an empty cache to a created template, on a slow network and processor. */
export const measureTasks: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const of = await takeTurns(COUNT, sides, (side) => createTemplate(browser, side));
	const task = { ...of("created"), floor: [REACT_ADMIN] };
	return [
		compare("Cold task: open form → created", milliseconds, task, { floor: { atMost: 0.8 } }),
		compare("The same, until the saved page shows edits", milliseconds, of("interactive")),
		compare("Form usable, cold", milliseconds, of("visible")),
	];
};

async function createTemplate(browser: Browser, { app, admin }: Side) {
	const { page, devtools, close } = await openCold(browser, admin, { slowProcessor: true });
	try {
		await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
		const begin = performance.now();
		await page.goto(`${app.address}/templates/new`, { waitUntil: "commit" });
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await name.waitFor();
		const visible = performance.now() - begin;
		await name.fill(`Cold ${crypto.randomUUID()}`);
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		await page.waitForURL(/\/templates\/vct_/, { waitUntil: "commit" });
		await page.getByRole("button", { name: "Save changes" }).waitFor();
		const created = performance.now() - begin;
		await page.getByText("(as opened)").first().waitFor({ state: "detached" });
		const interactive = performance.now() - begin;
		return { visible, created, interactive };
	} finally {
		await close();
	}
}
