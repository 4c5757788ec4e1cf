import { holdBack } from "../page/hold-back";
import { expect, makeConnection, readConnection, SIGN_IN, test, uniqueConnectionName } from "./made-connection";

test("what is pressed before the page's scripts run is done once, as a native form does it", async ({
	page,
	signIn,
	allowBrowserError,
	management,
}) => {
	const { id } = await makeConnection(management, uniqueConnectionName("early"), { signInEndpoint: SIGN_IN });
	allowBrowserError(/ERR_FAILED .*\.js/);
	await signIn(page, "editor");
	await page.route(
		(url) => url.pathname.endsWith(".js"),
		(route) => route.abort(),
	);
	await page.goto(`/connections/${id}`);
	await page.getByRole("textbox", { name: "Display name" }).fill("Early");
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect((await readConnection(management, id)).display_name).toBe("Early");
});

test("what is typed before the page's scripts run is there when they do, but for a private key; a first display name has no Undo", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await makeConnection(management, uniqueConnectionName("typed"), { signInEndpoint: SIGN_IN });
	await signIn(page, "editor");
	const scripts = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.goto(`/connections/${id}`, { waitUntil: "commit" });
	await page.getByRole("textbox", { name: "Display name" }).fill("Typed");
	await page.getByRole("checkbox", { name: "Storefront" }).check();
	const certificates = page.getByRole("textbox", { name: "Signing certificates" });
	await certificates.fill("-----BEGIN PRIVATE KEY-----\ntyped\n-----END PRIVATE KEY-----");
	scripts.release();
	const changes = page.getByRole("region", { name: "Changes" });
	await expect(changes).toContainText("Sets the display name to “Typed”");
	await expect(changes).toContainText("Lets Storefront use it");
	await expect(page.getByText("This holds a private key.")).toBeVisible();
	await expect(certificates).toHaveValue("");
	// It would take the display name away, which the rules refuse.
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeHidden();
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a connection is deleted after a confirmation that says who goes with it", async ({
		page,
		signIn,
		management,
	}) => {
		const called = uniqueConnectionName("deleted");
		const { id } = await makeConnection(management, called, { signInEndpoint: SIGN_IN });
		await signIn(page, "editor");
		await page.goto(`/connections/${id}`);
		await page.getByRole("button", { name: "Delete connection" }).click();
		const dialog = page.getByRole("dialog", { name: "Delete this connection?" });
		await expect(dialog).toContainText("their sessions and their refresh tokens are deleted");
		await dialog.getByRole("button", { name: "Delete connection" }).click();
		await expect(page.getByText("Connection deleted.")).toBeVisible();
		await expect(page).toHaveURL(/\/connections$/);
		expect((await management.call("GET", `/connections/${id}`)).status).toBe(404);
		await page.goto("/");
		await expect(page.getByText(`it was called “${called}”`)).toBeVisible();
	});
});
