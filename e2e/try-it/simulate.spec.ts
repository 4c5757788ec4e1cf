import { expect, test, tick } from "../templates/templates-page";
import { openTryIt, result, simulateButton } from "./try-it-page";

test("a template is tried before it is saved", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await tick(page, "Photo").check();
	await openTryIt(page);
	await simulateButton(page).click();
	await expect(result(page)).toBeFocused();
});
