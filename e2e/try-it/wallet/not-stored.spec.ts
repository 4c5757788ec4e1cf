import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { managementOf } from "../../http/management";
import { signInAt } from "../../http/visitor";
import { fetchManagementToken } from "../../running-app/credentials";
import { startSecondApp } from "../../running-app/second-app";
import { openTryIt, result, verdict } from "../try-it-page";
import { outsideWallet } from "./outside-wallet/outside-wallet";
import { BEGIN } from "./outside-wallet/virtual-wallet";
import { ELEMENTS, expect, PROTOCOLS, test, walletButton } from "./wallet-page";

const PLANTED = ["Plantedfamily", "Plantedgiven", "1987-06-05"];

test("nothing that a wallet sent is stored, logged, listed or drafted", async ({ page, wallet }) => {
	test.slow();
	const [family_name = "", given_name = "", birth_date = ""] = PLANTED;
	const outside = await outsideWallet({ family_name, given_name, birth_date, issuing_country: "UT" });
	const app = await startSecondApp({ LOG_LEVEL: "debug" });
	try {
		const { address } = app.credentials;
		const management = managementOf(app.credentials, await fetchManagementToken(app.credentials));
		const { id } = await management.createTemplate("Asks a wallet", ELEMENTS, outside.root);
		await signInAt(address, page, app.credentials, "editor");
		await page.goto(`${address}/templates/${id}`);
		await openTryIt(page);
		const sent: string[] = [];
		for (const protocol of PROTOCOLS) {
			await page.unroute(BEGIN);
			await wallet.respondWith(outside, protocol, (response) => {
				sent.push(...texts(response));
				return response;
			});
			await walletButton(page).click();
			await expect(verdict(page)).toHaveText("Verified");
			await expect(result(page)).toContainText(family_name);
		}
		// One more request that is never completed, and one that ends with an error that contains the name.
		await wallet.behave({ action: "respond", protocol: PROTOCOLS[0] ?? "", response: { error: family_name } });
		await page.unroute(BEGIN);
		await walletButton(page).click();
		await expect(page.getByRole("alert").filter({ hasText: "The wallet refused" })).toBeVisible();

		const needles = [...PLANTED, ...sent.map((text) => text.slice(0, 400))];
		expect(needles).toHaveLength(PLANTED.length + PROTOCOLS.length);
		const needlesIn = (text: string) => needles.filter((needle) => text.includes(needle));
		const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
		expect(needlesIn(stored), "in the browser's storage").toEqual([]);
		for (const path of ["/activity", "/api-calls", "/templates", `/templates/${id}`, "/activity/export"]) {
			const response = await page.request.get(address + path);
			expect(needlesIn(await response.text()), path).toEqual([]);
		}
		expect(needlesIn(app.output()), "in the log").toEqual([]);
		const files = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
		const contents = files
			.filter((file) => file.isFile())
			.map((file) => readFile(join(file.parentPath, file.name), "latin1"));
		expect(contents.length).toBeGreaterThan(1);
		for (const content of await Promise.all(contents)) expect(needlesIn(content), "in the data folder").toEqual([]);
	} finally {
		await app.stop();
	}
});

/** The texts in a response, at any depth. */
function texts(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}
