import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { isGoodSecret, makeApplication, readApplication } from "./applications-page";

const name = (what: string) => `${what} ${Date.now()}`;

for (const scripts of [true, false]) {
	test.describe(scripts ? "with scripts" : "without scripts", () => {
		test.use({ javaScriptEnabled: scripts });

		test("an application is edited on its page, and its history tells what was changed", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const made = await makeApplication(management, { name: name("Edited"), callbacks: ["https://a.example/cb"] });
			await signIn(page, "editor");
			await page.goto(`/applications/${made.client_id}`);
			await page.getByRole("textbox", { name: "Description" }).fill("sells");
			await page.getByRole("textbox", { name: "Callback URLs" }).fill("https://a.example/cb\nhttps://b.example/cb");
			await page.getByRole("checkbox", { name: "People may sign up" }).uncheck();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			const stored = await management.json<Record<string, unknown>>("GET", `/clients/${made.client_id}`);
			expect(stored).toMatchObject({
				...{ description: "sells", callbacks: ["https://a.example/cb", "https://b.example/cb"] },
				...{ client_metadata: { sign_up: "off" }, grant_types: made.grant_types },
			});
			const history = page.getByRole("region", { name: "History" });
			await expect(history.getByText("Added the callback URL https://b.example/cb")).toBeVisible();
		});

		test("two admins who rename it are asked whose name stays; what only one has changed is merged", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const made = await makeApplication(management, { name: name("Contested") });
			await signIn(page, "editor");
			await page.goto(`/applications/${made.client_id}`);
			await management.json("PATCH", `/clients/${made.client_id}`, {
				name: "Theirs",
				callbacks: ["https://theirs.example/"],
			});
			await page.getByRole("textbox", { name: "Name" }).fill("Yours");
			await page.getByRole("textbox", { name: "Web origins" }).fill("https://yours.example");
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Changed since you opened it")).toBeVisible();
			await expect(page.getByRole("listitem").filter({ hasText: "https://theirs.example/" }).first()).toBeVisible();
			expect((await readApplication(management, made.client_id)).name).toBe("Theirs");

			await page.getByRole("radio", { name: "Theirs: “Theirs”" }).check();
			await page.getByRole("button", { name: "Save changes" }).click();
			await expect(page.getByText("Saved.")).toBeVisible();
			expect(await readApplication(management, made.client_id)).toMatchObject({
				...{ name: "Theirs", callbacks: ["https://theirs.example/"], web_origins: ["https://yours.example"] },
			});
		});

		test("a rotated secret is shown once; it works and the one before it does not", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const { auth_url, audience } = credentials;
			const management = managementOf(credentials, managementToken);
			const made = await makeApplication(management, { name: name("Rotated"), app_type: "non_interactive" });
			const id = made.client_id;
			await management.json("POST", "/client-grants", { client_id: id, audience, scope: ["read:clients"] });
			const before = made.client_secret ?? "";
			expect(await isGoodSecret(auth_url, { id, secret: before, audience })).toBe(true);

			await signIn(page, "editor");
			await page.goto(`/applications/${id}`);
			await page.getByRole("button", { name: "Rotate secret" }).click();
			const dialog = page.getByRole("dialog");
			await expect(dialog).toContainText(made.name);
			await dialog.getByRole("button", { name: "Rotate secret" }).click();
			await expect(page.getByText("The secret was rotated")).toBeVisible();
			const secret = await page.getByRole("region", { name: "Secret" }).locator("dd code").nth(1).innerText();
			expect(await isGoodSecret(auth_url, { id, secret, audience })).toBe(true);
			expect(await isGoodSecret(auth_url, { id, secret: before, audience })).toBe(false);
			for (const path of [`/applications/${id}`, "/activity", "/api-calls"]) {
				expect(await (await page.request.get(path)).text()).not.toContain(secret);
			}
		});

		test("a deleted application is gone, and its page says so", async ({
			page,
			signIn,
			credentials,
			managementToken,
			allowBrowserError,
		}) => {
			allowBrowserError(/404/);
			const management = managementOf(credentials, managementToken);
			const made = await makeApplication(management, { name: name("Deleted") });
			await signIn(page, "editor");
			await page.goto(`/applications/${made.client_id}`);
			await page.getByRole("button", { name: "Delete application" }).click();
			const dialog = page.getByRole("dialog");
			await expect(dialog).toContainText(made.name);
			await expect(dialog).toContainText("can’t all be known");
			await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
			await dialog.getByRole("button", { name: "Delete application" }).click();
			await expect(page.getByText("Application deleted.")).toBeVisible();
			expect((await management.call("GET", `/clients/${made.client_id}`)).status).toBe(404);
			await page.goto(`/applications/${made.client_id}`);
			await expect(page.getByText("No application with this identifier")).toBeVisible();
			expect(await (await page.request.get("/activity")).text()).toContain(made.name);
		});

		test("scopes are allowed and taken away, and only those that the console holds are offered", async ({
			page,
			signIn,
			credentials,
			managementToken,
		}) => {
			const management = managementOf(credentials, managementToken);
			const made = await makeApplication(management, { name: name("Machine"), app_type: "non_interactive" });
			const grants = async () =>
				management.json<{ scope: string[] }[]>("GET", `/client-grants?client_id=${made.client_id}`);
			await signIn(page, "editor");
			await page.goto(`/applications/${made.client_id}`);
			const access = page.getByRole("region", { name: "API access" });
			await access.getByText("Allow it the management interface").click();
			await expect(access.getByRole("checkbox", { name: "delete:users" })).toHaveCount(0);
			await access.getByRole("checkbox", { name: "read:clients" }).check();
			await access.getByRole("button", { name: "Allow scopes" }).click();
			await expect(access.getByText("Allowed 1 scope.")).toBeVisible();
			expect(await grants()).toMatchObject([{ scope: ["read:clients"] }]);
			await access.getByRole("button", { name: "Remove grant" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Remove grant" }).click();
			await expect(access.getByText("Removed.")).toBeVisible();
			expect(await grants()).toEqual([]);
		});
	});
}

test("the changes are told live, a save can be undone, and nothing is sent where nothing was changed", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const made = await makeApplication(management, { name: name("Undone"), callbacks: ["https://a.example/cb"] });
	await signIn(page, "editor");
	await page.goto(`/applications/${made.client_id}`);
	const changes = page.getByRole("region", { name: "Changes" });
	await expect(changes).toContainText("No changes to save");
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Nothing to save")).toBeVisible();
	await page.getByRole("checkbox", { name: "implicit" }).check();
	await expect(changes).toContainText("Allows the implicit grant");
	await page.getByRole("textbox", { name: "Callback URLs" }).fill("");
	await expect(changes).toContainText("Removes the callback URL https://a.example/cb");
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect((await readApplication(management, made.client_id)).callbacks).toEqual([]);
	await page.getByRole("button", { name: "Undo", exact: true }).click();
	await expect.poll(async () => (await readApplication(management, made.client_id)).callbacks).toEqual(made.callbacks);
	await expect(page.getByRole("textbox", { name: "Callback URLs" })).toHaveValue("https://a.example/cb");
});

test("what was typed and not saved is offered as a draft after a reload", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const made = await makeApplication(managementOf(credentials, managementToken), { name: name("Drafted") });
	await signIn(page, "editor");
	await page.goto(`/applications/${made.client_id}`);
	await page.getByRole("textbox", { name: "Description" }).fill("half a sentence");
	await expect(page.getByRole("region", { name: "Changes" })).toContainText("half a sentence");
	page.once("dialog", (dialog) => dialog.accept());
	await page.reload();
	await page.getByRole("button", { name: "Restore draft" }).click();
	await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("half a sentence");
});

test("the console's own two and applications that may do more are shown, and are read-only", async ({
	page,
	signIn,
	credentials,
}) => {
	await signIn(page, "editor");
	for (const handle of ["console_management", "console_sign_in", "management", "management_not_global"]) {
		await page.goto(`/applications/${credentials.clients[handle]?.client_id}`);
		await expect(page.getByText("This application is read-only here")).toBeVisible();
		await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
		for (const button of ["Save changes", "Rotate secret", "Delete application", "Remove grant", "Allow scopes"]) {
			await expect(page.getByRole("button", { name: button })).toHaveCount(0);
		}
	}
});
