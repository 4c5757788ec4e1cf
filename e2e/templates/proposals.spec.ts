import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import type { Admin } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { expectToFit } from "../page/widths";
import { otherConsoleOf, signInFor, startOtherConsole } from "../running-app/other-console";
import { expect, nameBox, test, tick, uniqueName, untilHydrated } from "./templates-page";

// A console on which every save of a template needs a second editor, with three editors, each in a browser of their own.
// The same without a browser, for every state and refusal: app/(console)/proposals/proposal-page.test.ts.

let app: Awaited<ReturnType<typeof startOtherConsole>>;
test.beforeAll(async ({ credentials }) => {
	const { editor, support, viewer } = credentials.sign_ins;
	app = await startOtherConsole(credentials, {
		SECOND_EDITOR: "all",
		EDITORS: [editor, support, viewer].map(({ email }) => email).join(","),
		SUPPORT: "",
		VIEWERS: "",
	});
});
test.afterAll(() => app?.stop());

test("what one editor proposes another accepts; a conflict is returned, chosen, and accepted by a third while the tenant changes", async ({
	openContext,
	credentials,
	management,
}) => {
	test.slow();
	const address = otherConsoleOf(credentials).origin;
	const browserOf = async (admin: Admin): Promise<Page> => {
		const page = await (await openContext()).newPage();
		await signInFor(page, credentials, address, admin);
		return page;
	};
	const [anna, ben, cleo] = await Promise.all([browserOf("editor"), browserOf("support"), browserOf("viewer")]);
	const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
	const entry = (page: Page) =>
		page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Proposals/ });
	const name = uniqueName("Proposed");
	const { id } = await management.createTemplate(name, { portrait: true });
	const stored = async () => management.getTemplate(id);

	await test.step("two admins: proposed in the form, seen in the navigation and on the overview, accepted", async () => {
		await anna.goto(`${address}/templates/${id}`);
		await untilHydrated(anna);
		await tick(anna, "City").check();
		await expect(anna.getByRole("button", { name: "Save changes" })).toHaveCount(0);
		await press(anna, "Propose");
		await expect(anna.getByRole("heading", { level: 1, name })).toBeVisible();
		await expect(anna).toHaveURL(/\/proposals\/./);
		await expect(anna.getByText("Adds City")).toBeVisible();
		await expect(anna.getByText("You proposed this, so another editor decides it: you can't")).toBeVisible();
		await expect(anna.getByRole("button", { name: "Accept" })).toHaveCount(0);
		expect(elementsOf(await stored())).toEqual({ portrait: true });

		await ben.goto(address);
		await expect(ben.getByText("1 change of templates waits for a decision")).toBeVisible();
		await expect(entry(ben)).toHaveAccessibleName("Proposals 1 proposal waits for you");
		await entry(ben).click();
		await ben.waitForURL(/\/proposals$/);
		await ben.getByRole("link", { name, exact: true }).click();
		await expect(ben.getByRole("heading", { level: 1, name })).toBeVisible();
		await expect(ben.getByText("Adds City")).toBeVisible();
		await expectAccessible(ben);
		await press(ben, "Accept");
		await expect(ben.getByText("Accepted. The tenant has the changes.")).toBeVisible();
		await expect(ben.getByText("Changed.")).toBeVisible();
		await expect(entry(ben)).toHaveAccessibleName("Proposals");
		expect(elementsOf(await stored())).toEqual({ portrait: true, resident_city: true });

		await anna.reload();
		await expect(anna.getByText(/^by .+/)).toBeVisible();
		await anna.goto(`${address}/activity`);
		await expect(anna.getByText(name).first()).toBeVisible();
	});

	await test.step("three admins: a conflict goes back to the author, who chooses; the third is asked again as the tenant changes", async () => {
		await anna.goto(`${address}/templates/${id}`);
		await untilHydrated(anna);
		await nameBox(anna).fill(`${name} (mine)`);
		await press(anna, "Propose");
		await expect(anna.getByText("You proposed this, so another editor decides it: you can't")).toBeVisible();
		await management.updateTemplate(id, { name: `${name} (theirs)` });

		await ben.goto(anna.url());
		await untilHydrated(ben);
		await expect(ben.getByText("Others changed the same since")).toBeVisible();
		await expect(ben.getByRole("button", { name: "Accept" })).toHaveCount(0);
		await ben.getByRole("textbox", { name: "Comment" }).fill("Which of the two?");
		await press(ben, "Add comment");
		await expect(ben.getByRole("list", { name: "Comments" })).toContainText("Which of the two?");
		await expect(ben.getByRole("textbox", { name: "Comment" })).toHaveValue("");
		await press(ben, "Return to author");
		await expect(ben.getByText("Returned to its author.", { exact: true })).toBeVisible();

		await anna.reload();
		await untilHydrated(anna);
		await expect(entry(anna)).toHaveAccessibleName("Proposals 1 proposal waits for you");
		await anna.getByRole("radio", { name: /^Mine: / }).check();
		await expectToFit(anna);
		await expectAccessible(anna);
		await press(anna, "Propose again");
		await expect(anna.getByText("Proposed again.")).toBeVisible();

		await cleo.goto(anna.url());
		await untilHydrated(cleo);
		await expect(cleo.getByText(/^Renames it to/)).toBeVisible();
		await management.updateElements(id, { portrait: true, nationality: true });
		await press(cleo, "Accept");
		await expect(cleo.getByRole("main").getByRole("alert")).toContainText("Changed since you opened it");
		await expect(cleo.getByText("Adds Nationality")).toBeVisible();
		await press(cleo, "Accept");
		await expect(cleo.getByText("Accepted. The tenant has the changes.")).toBeVisible();
		expect(await stored()).toMatchObject({ name: `${name} (mine)` });
		expect(elementsOf(await stored())).toEqual({ portrait: true, nationality: true });
	});
});
