import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { countButtons, submit, wordsOf } from "../http/native-form";
import { isValidSecret, makeApplication, readApplication } from "./applications-page";

const name = (what: string) => `${what} ${Date.now()}`;
const STARTED = { callbacks: ["https://a.example/cb"] };
const BOTH_CALLBACKS = ["https://a.example/cb", "https://b.example/cb"];

test("an application is edited on its page: changes are listed as they are made, nothing is sent where nothing was changed, and the history lists what was saved", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const made = await makeApplication(management, { name: name("Edited"), ...STARTED });
	await signIn(page, "editor");
	await page.goto(`/applications/${made.client_id}`);
	const changes = page.getByRole("region", { name: "Changes" });
	const description = page.getByRole("textbox", { name: "Description" });
	const callbacks = page.getByRole("textbox", { name: "Callback URLs" });
	await test.step("the link to the section in view is marked", async () => {
		const jumps = page.getByRole("navigation", { name: "On this page" });
		await jumps.getByRole("link", { name: "Single sign-on" }).click();
		await expect(page.getByRole("heading", { name: "Single sign-on" })).toBeInViewport();
		await expect(jumps.locator("[aria-current]")).toHaveText("Single sign-on");
		await jumps.getByRole("link", { name: "Try it from a shell" }).click();
		await expect(jumps.locator("[aria-current]")).toHaveText("Try it from a shell");
	});
	await test.step("nothing is sent where nothing was changed", async () => {
		await expect(changes).toContainText("No changes to save");
		await page.getByRole("button", { name: "Save changes" }).click();
		await expect(page.getByText("Nothing to save")).toBeVisible();
	});
	await test.step("changes are listed as they are made", async () => {
		await page.getByRole("checkbox", { name: "implicit" }).check();
		await expect(changes).toContainText("Allows the implicit grant");
		await page.getByRole("checkbox", { name: "implicit" }).uncheck();
		await expect(changes).toContainText("Nothing to save");
		await callbacks.fill("");
		await expect(changes).toContainText("Removes the callback URL https://a.example/cb");
	});
	await test.step("a link to a section and Back leave no page, so nothing prompts", async () => {
		await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Secret" }).click();
		await expect(page).toHaveURL(/#secret$/);
		await page.goBack();
		await expect(page).not.toHaveURL(/#secret$/);
		await expect(changes).toContainText("Removes the callback URL https://a.example/cb");
	});
	await test.step("a save stores what was entered, and the history lists it", async () => {
		await description.fill("sells");
		await callbacks.fill(BOTH_CALLBACKS.join("\n"));
		await page.getByRole("checkbox", { name: "Users may sign up" }).uncheck();
		await page.getByRole("button", { name: "Save changes" }).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		expect(await readApplication(management, made.client_id)).toMatchObject({
			description: "sells",
			callbacks: BOTH_CALLBACKS,
			client_metadata: { sign_up: "off" },
			grant_types: made.grant_types,
		});
		const history = page.getByRole("region", { name: "History" });
		await expect(history.getByText("Adds the callback URL https://b.example/cb")).toBeVisible();
	});
});

test("without scripts an application is edited, and its history lists what was changed", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const made = await makeApplication(management, { name: name("Edited"), ...STARTED });
	const editor = await visit("editor");
	const page = await editor.open(`/applications/${made.client_id}`);
	const saved = await submit(editor, page, "Save changes", {
		Description: "sells",
		"Callback URLs": BOTH_CALLBACKS.join("\n"),
		"Users may sign up": false,
	});
	expect(wordsOf(saved)).toContain("Saved.");
	expect(await readApplication(management, made.client_id)).toMatchObject({
		description: "sells",
		callbacks: BOTH_CALLBACKS,
		client_metadata: { sign_up: "off" },
		grant_types: made.grant_types,
	});
	const history = saved.getByRole("region", { name: "History" });
	expect(history.textContent).toContain("Adds the callback URL https://b.example/cb");
});

test("scopes are granted and removed, only those of the console are offered; a rotated secret is shown once and valid, and the previous one is not; a deleted application is gone, and its page states it", async ({
	page,
	signIn,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/404|ERR_CONNECTION/);
	const { auth_url, audience } = credentials;
	const management = managementOf(credentials, managementToken);
	const made = await makeApplication(management, { name: name("Machine"), app_type: "non_interactive" });
	const { client_id: id, client_secret: before = "" } = made;
	const grants = async () => management.json<{ scope: string[] }[]>("GET", `/client-grants?client_id=${id}`);
	const dialog = page.getByRole("dialog");
	await signIn(page, "editor");
	await page.goto(`/applications/${id}`);
	await test.step("scopes are granted and removed", async () => {
		const access = page.getByRole("region", { name: "API access" });
		await access.getByText("Allow access to the management interface").click();
		await expect(access.getByRole("checkbox", { name: "delete:users" })).toHaveCount(0);
		const scope = access.getByRole("checkbox", { name: "read:clients" });
		const allow = access.getByRole("button", { name: "Allow scopes" });
		await scope.check();
		await page.route("**/applications/**", (route) => route.abort("connectionreset"));
		await allow.press("Enter");
		await expect(access.getByRole("alert")).toContainText("Not confirmed");
		await expect(scope).toBeChecked();
		await expect(allow).toBeFocused();
		await page.unroute("**/applications/**");
		await allow.press("Enter");
		await expect(access.getByRole("status").filter({ hasText: "Allowed 1 scope." })).toBeFocused();
		expect(await grants()).toMatchObject([{ scope: ["read:clients"] }]);
		expect(await isValidSecret(auth_url, { id, secret: before, audience })).toBe(true);
		await access.getByRole("button", { name: "Remove grant" }).click();
		await dialog.getByRole("button", { name: "Remove grant" }).click();
		await expect(access.getByText("Removed the grant for ")).toBeFocused();
		expect(await grants()).toEqual([]);
	});
	await test.step("the secret is rotated", async () => {
		await management.json("POST", "/client-grants", { client_id: id, audience, scope: ["read:clients"] });
		await page.getByRole("button", { name: "Rotate secret" }).click();
		await expect(dialog).toContainText(made.name);
		await dialog.getByRole("button", { name: "Rotate secret" }).click();
		await expect(page.getByText("The secret was rotated")).toBeVisible();
		const secret = await page.getByRole("region", { name: "Secret" }).locator("dd code").nth(1).innerText();
		expect(await isValidSecret(auth_url, { id, secret, audience })).toBe(true);
		expect(await isValidSecret(auth_url, { id, secret: before, audience })).toBe(false);
		for (const path of [`/applications/${id}`, "/activity", "/api-calls"]) {
			expect(await (await page.request.get(path)).text()).not.toContain(secret);
		}
	});
	await test.step("the application is deleted", async () => {
		await page.getByRole("button", { name: "Delete application" }).click();
		await expect(dialog).toContainText(made.name);
		await expect(dialog).toContainText("How many there are is not known");
		await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
		await dialog.getByRole("button", { name: "Delete application" }).click();
		await expect(page.getByText(/^Application “.*” deleted\./)).toBeVisible();
		expect((await management.call("GET", `/clients/${id}`)).status).toBe(404);
		await page.goto(`/applications/${id}`);
		await expect(page.getByText("No application with this ID")).toBeVisible();
		expect(await (await page.request.get("/activity")).text()).toContain(made.name);
	});
});

test("without scripts scopes are granted and removed, a secret is rotated and shown once, and an application is deleted", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const { auth_url, audience } = credentials;
	const management = managementOf(credentials, managementToken);
	const made = await makeApplication(management, { name: name("Machine"), app_type: "non_interactive" });
	const { client_id: id, client_secret: before = "" } = made;
	const grants = async () => management.json<{ scope: string[] }[]>("GET", `/client-grants?client_id=${id}`);
	const editor = await visit("editor");
	const page = await editor.open(`/applications/${id}`);
	expect(page.queryByLabelText("delete:users")).toBeNull();
	const allowed = await submit(editor, page, "Allow scopes", { "read:clients": true });
	expect(wordsOf(allowed)).toContain("Allowed 1 scope.");
	expect(await grants()).toMatchObject([{ scope: ["read:clients"] }]);
	const meanwhile = await submit(editor, page, "Allow scopes");
	expect(wordsOf(meanwhile)).toContain("Nothing to change.");

	const rotated = await submit(editor, allowed, "Rotate secret");
	expect(wordsOf(rotated)).toContain("The secret was rotated");
	const shown = rotated.getByRole("region", { name: "Secret" }).querySelectorAll("dd code")[1];
	const secret = shown?.textContent ?? "";
	expect(await isValidSecret(auth_url, { id, secret, audience })).toBe(true);
	expect(await isValidSecret(auth_url, { id, secret: before, audience })).toBe(false);
	for (const path of [`/applications/${id}`, "/activity", "/api-calls"]) {
		expect((await editor.open(path)).html, path).not.toContain(secret);
	}

	const granted = await editor.open(`/applications/${id}`);
	const removed = await submit(editor, granted, "Remove grant");
	expect(wordsOf(removed)).toContain(`Removed the grant for “${audience}”.`);
	expect(await grants()).toEqual([]);
	expect((await submit(editor, granted, "Remove grant")).getByRole("alert").textContent).not.toBe("");
	const deleted = await submit(editor, removed, "Delete application");
	expect(wordsOf(deleted)).toMatch(/Application “.*” deleted\./);
	expect((await management.call("GET", `/clients/${id}`)).status).toBe(404);
	expect(wordsOf(await editor.open(`/applications/${id}`))).toContain("No application with this ID");
	expect((await editor.open("/activity")).html).toContain(made.name);
});

test("the console's own applications and those with more scopes are shown read-only", async ({
	visit,
	credentials,
}) => {
	const editor = await visit("editor");
	for (const handle of [
		"console_with_key",
		"console_management",
		"console_sign_in",
		"management",
		"management_not_global",
	]) {
		const page = await editor.open(`/applications/${credentials.clients[handle]?.client_id}`);
		expect(wordsOf(page), handle).toContain("This application is read-only here");
		expect(
			page.document.querySelector("main :is(input:not([type=hidden]), textarea, select)[name]"),
			handle,
		).toBeNull();
		for (const button of ["Save changes", "Rotate secret", "Delete application", "Remove grant", "Allow scopes"]) {
			expect(countButtons(page, button), `${handle}: ${button}`).toBe(0);
		}
	}
});
