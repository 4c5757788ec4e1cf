import { elementsOf } from "../http/management";
import { expect, nameBox, templateId, test, tick, uniqueName } from "./templates-page";

// The longest of the last files: both workers take part in it.
test.describe.configure({ mode: "parallel" });

test("what an editor ticks is what the service holds, and nothing else", async ({ page, signIn, management }) => {
	await signIn(page, "editor");
	await page.goto("/");
	await page.getByRole("link", { name: "Templates", exact: true }).click();
	await page.getByRole("link", { name: "New template" }).click();
	const name = uniqueName("Bar entry");
	await nameBox(page).fill(name);
	await tick(page, "Photo").check();
	await tick(page, "Date of birth").check();
	await expect(page.getByText("2 of 21 requested")).toBeVisible();
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_\d{16}$/);
	await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
	await expect(page.getByText("Template created.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({ birth_date: true, portrait: true });
	await page.getByRole("link", { name: "Templates", exact: true }).click();
	await expect(page.getByRole("table").getByRole("link", { name })).toBeVisible();
});

test("toggling one attribute off removes it, and leaves unknown ones and a stored false alone", async ({
	page,
	signIn,
	management,
}) => {
	const stored = { portrait: true, family_name: true, nationality: false, age_over_21: true, odd_element: true };
	const { id } = await management.createTemplate(uniqueName("Toggle"), stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await expect(tick(page, "Nationality")).not.toBeChecked();
	await expect(tick(page, "Nationality")).toHaveAccessibleDescription(/listed as false/);
	await tick(page, "Photo").uncheck();
	await expect(page.getByText("Removes Photo")).toBeVisible();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	const { portrait: _, ...rest } = stored;
	expect(elementsOf(await management.getTemplate(id))).toEqual(rest);
	await page.reload();
	await expect(tick(page, "Photo")).not.toBeChecked();
	await expect(tick(page, "Family name")).toBeChecked();
});

test("a stored false becomes true when it is ticked, and goes when it is cleared again", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("False"), { portrait: true, nationality: false });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "Nationality").check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, nationality: true });
	await tick(page, "Nationality").uncheck();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("No changes to save")).toBeVisible();
	await expect.poll(async () => elementsOf(await management.getTemplate(id))).toEqual({ portrait: true });
});

test("select all is all 21, by group and half-way too", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await tick(page, "Select all: Address").check();
	await expect(page.getByText("5 of 21 requested")).toBeVisible();
	const all = tick(page, "Select all attributes");
	await expect(all).toHaveJSProperty("indeterminate", true);
	await all.check();
	await expect(page.getByText("21 of 21 requested")).toBeVisible();
	await tick(page, "City").uncheck();
	await expect(tick(page, "Select all: Address")).toHaveJSProperty("indeterminate", true);
});

test("a double click creates one template and shows it", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(uniqueName("Double"));
	await tick(page, "Photo").check();
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
	await page.getByRole("button", { name: "Create template" }).dblclick();
	await expect(page).toHaveURL(/\/templates\/vct_\d{16}$/);
	await expect(page.getByText("Template created.")).toBeVisible();
	expect(posts).toHaveLength(1);
});

test("a name that is taken is said at the name, and everything typed stays", async ({ page, signIn, management }) => {
	const name = uniqueName("Taken");
	await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(name);
	await tick(page, "City").check();
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(nameBox(page)).toHaveAccessibleDescription(/A template with this name already exists/);
	await expect(nameBox(page)).toBeFocused();
	await expect(nameBox(page)).toHaveValue(name);
	await expect(tick(page, "City")).toBeChecked();
	await nameBox(page).fill(`${name} 2`);
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
});

test("nothing ticked and no name are refused with a summary that leads to the fields", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await page.getByRole("button", { name: "Create template" }).click();
	const summary = page.getByRole("alert").filter({ hasText: "This can't be sent yet" });
	await expect(summary).toContainText("A name is needed.");
	await expect(summary).toContainText("Tick at least one attribute.");
	await summary.getByRole("link", { name: "A name is needed." }).click();
	await expect(nameBox(page)).toBeFocused();
	await expect(page).toHaveURL(/\/templates\/new(#name)?$/);
});

test("a name may have 255 characters, counted as people count them, and not 256", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const start = uniqueName("Long");
	await nameBox(page).fill(start + "😀".repeat(256 - start.length));
	await tick(page, "Photo").check();
	await expect(page.getByText("256 / 255")).toBeVisible();
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(nameBox(page)).toHaveAccessibleDescription(/256 characters; at most 255/);
	await nameBox(page).fill(start + "😀".repeat(255 - start.length));
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect((await management.getTemplate(templateId(page))).name).toBe(start + "😀".repeat(255 - start.length));
});

test("a private key pasted as certificate authority is refused before it leaves the browser", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(uniqueName("Key"));
	await tick(page, "Photo").check();
	await page
		.getByRole("textbox", { name: "Custom certificate authority" })
		.fill("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----");
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.postData() ?? ""));
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "private key" })).toBeVisible();
	expect(posts.filter((body) => body.includes("PRIVATE KEY"))).toEqual([]);
});

test("creating waits for no script that is still on its way, but a private key waits for the rules that refuse it", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.postData() ?? ""));
	let isHeld = true;
	const held: (() => Promise<void>)[] = [];
	await page.route("**/_next/static/**", (route) => (isHeld ? held.push(() => route.continue()) : route.continue()));
	const authority = page.getByRole("textbox", { name: "Custom certificate authority" });
	const create = page.getByRole("button", { name: "Create template" });
	await nameBox(page).fill(uniqueName("Early"));
	await tick(page, "Photo").check();
	await authority.fill("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----");
	await create.click();
	await expect.poll(() => held.length).toBeGreaterThan(0);
	isHeld = false;
	await Promise.all(held.map((release) => release()));
	await expect(page.getByRole("alert").filter({ hasText: "private key" })).toBeVisible();
	expect(posts).toEqual([]);

	await page.goto("/templates/new", { waitUntil: "networkidle" });
	isHeld = true;
	await nameBox(page).fill(uniqueName("Early"));
	await tick(page, "Photo").check();
	await create.click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
	await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a certificate authority is sent as typed, and shown read-only afterwards", async ({
	page,
	signIn,
	management,
}) => {
	const certificate = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUexample\n-----END CERTIFICATE-----\n";
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(uniqueName("Certificate"));
	await tick(page, "Photo").check();
	await page.getByRole("textbox", { name: "Custom certificate authority" }).fill(certificate);
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect((await management.getTemplate(templateId(page))).custom_certificate_authority).toBe(certificate);
	await expect(page.getByRole("textbox", { name: "Custom certificate authority" })).toHaveCount(0);
	await expect(page.getByText("MIIBszCCAVmgAwIBAgIUexample")).toBeVisible();
});

test("a change made by somebody else meanwhile is shown, and both are kept", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Two admins"), { portrait: true, family_name: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "Given names").check();
	await management.updateElements(id, { portrait: true, family_name: true, resident_city: true });
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Changed since you opened it")).toBeVisible();
	await expect(tick(page, "City")).toBeChecked();
	await expect(tick(page, "Given names")).toBeChecked();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({
		portrait: true,
		family_name: true,
		resident_city: true,
		given_name: true,
	});
});

test("a refused save after a good one is no conflict once it is mended", async ({ page, signIn, management }) => {
	const taken = uniqueName("Occupied");
	await management.createTemplate(taken, { portrait: true });
	const name = uniqueName("Twice");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await nameBox(page).fill(taken);
	await tick(page, "Given names").check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(nameBox(page)).toHaveAccessibleDescription(/A template with this name already exists/);
	await nameBox(page).fill(name);
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({
		portrait: true,
		resident_city: true,
		given_name: true,
	});
});

test("a template is deleted after a dialog whose first choice is not to", async ({ page, signIn, management }) => {
	const name = uniqueName("Delete");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await page.getByRole("button", { name: "Delete template" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toContainText(name);
	await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	expect((await management.getTemplateResponse(id)).status).toBe(200);
	await page.getByRole("button", { name: "Delete template" }).click();
	await dialog.getByRole("button", { name: "Delete template" }).click();
	await expect(page).toHaveURL(/\/templates$/);
	await expect(page.getByText("Template deleted.")).toBeVisible();
	expect((await management.getTemplateResponse(id)).status).toBe(404);
});

test("a duplicate starts with the same attributes under another name", async ({ page, signIn, management }) => {
	const name = uniqueName("Original");
	const { id } = await management.createTemplate(name, { portrait: true, age_over_21: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await page.getByRole("link", { name: "Duplicate" }).click();
	await expect(nameBox(page)).toHaveValue(`${name} (copy)`);
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(templateId(page)).not.toBe(id);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({ portrait: true, age_over_21: true });
});

test("a template that does not exist is said to be missing", async ({ page, signIn, allowBrowserError }) => {
	allowBrowserError(/404/);
	await signIn(page, "editor");
	await page.goto("/templates/vct_0000000000000000");
	await expect(page.getByText("No template with this identifier")).toBeVisible();
});

test("a viewer sees what is requested and has nothing to change it with", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Viewer"), { portrait: true });
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}`);
	await expect(tick(page, "Photo")).toBeChecked();
	await expect(tick(page, "Photo")).toBeDisabled();
	await expect(page.getByText("1 of 21 requested")).toBeVisible();
	for (const name of ["Save changes", "Delete template"])
		await expect(page.getByRole("button", { name })).toHaveCount(0);
	await page.goto("/templates/new");
	await expect(page.getByRole("button", { name: "Create template" })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("a template is created and edited", async ({ page, signIn, management }) => {
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page.getByText("A name is needed.").first()).toBeVisible();
		await nameBox(page).fill(uniqueName("Plain"));
		await tick(page, "Photo").check();
		await tick(page, "City").check();
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page).toHaveURL(/\/templates\/vct_\d{16}$/);
		const id = templateId(page);
		expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, resident_city: true });
		await tick(page, "City").uncheck();
		await page.getByRole("button", { name: "Save changes" }).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		await expect(tick(page, "City")).not.toBeChecked();
		expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true });
	});
});
