import { expect, nameBox, test, tick, tickedNames, uniqueName } from "../templates/templates-page";
import { licence, result, simulateButton, verdict } from "./try-it-page";

test.use({ javaScriptEnabled: false });

test("a simulation answers below its button, and keeps what was typed and ticked of a new template", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const name = uniqueName("Tried");
	await nameBox(page).fill(name);
	await tick(page, "Photo").check();
	await licence(page).selectOption({ index: 1 });
	await simulateButton(page).click();
	await expect(result(page)).toBeVisible();
	await expect(verdict(page)).toBeVisible();
	await expect(nameBox(page)).toHaveValue(name);
	expect(await tickedNames(page)).toEqual(["portrait"]);
	expect(await licence(page).locator("option:checked").textContent()).toBe(
		await licence(page).locator("option").nth(1).textContent(),
	);
});
