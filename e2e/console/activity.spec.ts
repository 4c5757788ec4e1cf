import { randomUUID } from "node:crypto";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";

test("what an editor does is listed with its outcome, filtered by address, and exported, without scripts too", async ({
	page,
	signIn,
	openContext,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Trail ${randomUUID()}`, { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();

	const plain = await openContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
	for (const tab of [page, await plain.newPage()]) {
		await tab.goto("/activity");
		await tab.getByRole("textbox", { name: "Subject" }).fill(id);
		await tab.getByRole("combobox", { name: "Operation" }).selectOption("Change template");
		await tab.getByRole("button", { name: "Filter" }).click();
		await expect(tab).toHaveURL(new RegExp(`subject=${id}`));
		const row = tab.getByRole("row", { name: new RegExp(id) });
		await expect(row).toHaveCount(1);
		await expect(row).toContainText("+resident_city");
		await expect(row).toContainText("Done");
	}
	const csv = await page.request.get(`/activity/export?subject=${id}`);
	expect(csv.headers()["content-disposition"]).toMatch(/attachment; filename="activity-.*\.csv"/);
	expect(csv.headers()["cache-control"]).toContain("no-store");
	expect((await csv.text()).split("\r\n")).toHaveLength(3);
	const json = await (await page.request.get(`/activity/export?format=json&subject=${id}`)).json();
	expect(json).toMatchObject([{ target: id, outcome: "done", operation: "Change template" }]);
});

test("what can be pressed is 24 px high, and the filter's fields stand in one line", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	await signIn(page, "editor");
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Target ${randomUUID()}`, { portrait: true });
	await page.goto(`/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	for (const path of [`/activity?subject=${id}`, "/api-calls"]) {
		await page.goto(path);
		for (const width of [1280, 320]) {
			await page.setViewportSize({ width, height: 800 });
			const targets = page.getByRole("main").locator("a, button, input, select").filter({ visible: true });
			// A link within a sentence is as high as its line.
			const heights = await targets.evaluateAll((all) =>
				all
					.filter((one) => one.closest("td, th") || getComputedStyle(one).display !== "inline")
					.map((one) => one.getBoundingClientRect().height),
			);
			expect(heights.length).toBeGreaterThan(1);
			expect(Math.min(...heights), `${path} at ${width} px`).toBeGreaterThanOrEqual(24);
		}
	}
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto("/activity");
	const form = page.getByRole("search").getByRole("button", { name: "Filter" }).locator("xpath=ancestor::form");
	for (const parts of [form.locator("label"), form.locator("input, select, button")]) {
		const tops = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
		expect(new Set(tops).size, String(tops)).toBe(1);
	}
});

test("the export is for nobody without a session", async ({ credentials }) => {
	for (const cookie of ["", "console.session.5000=garbage"]) {
		const answer = await fetch(`${credentials.address}/activity/export`, { headers: { cookie } });
		expect(answer.status).toBe(401);
	}
});

test("the pages about what was done have no accessibility violation and fit", async ({ page, signIn }) => {
	test.slow();
	await signIn(page, "editor");
	await page.goto("/templates");
	for (const path of ["/activity", "/activity?subject=nothing", "/sessions", "/api-calls"]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expectAccessible(page);
	}
	await page
		.getByRole("link", { name: /^GET \/api\/v2\// })
		.first()
		.click();
	await expect(page.getByRole("heading", { level: 1, name: "API call", exact: true })).toBeVisible();
	await expectAccessible(page);
});
