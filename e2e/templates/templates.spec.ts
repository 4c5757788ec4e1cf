import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ROOT } from "@/lib/testing/example-certificates";
import { elementsOf } from "../http/management";
import { countClicks } from "../page/clicks";
import {
	authority,
	changes,
	createButton,
	expect,
	nameBox,
	saveButton,
	templateId,
	test,
	tick,
	uniqueName,
	untilHydrated,
	watchPosts,
} from "./templates-page";

const FIVE = ["Over 18", "Family name", "Given names", "Photo", "City"];

// The longest of the last files: both workers share it.
test.describe.configure({ mode: "parallel" });

test("what an editor types, ticks and pastes is stored by the service, once and nothing else; so are later saves, until the template is deleted", async ({
	page,
	signIn,
	management,
	visit,
}) => {
	const [existing, name] = [uniqueName("Taken"), uniqueName("Bar entry")];
	await management.createTemplate(existing, { portrait: true });
	await signIn(page, "editor");
	await page.goto("/");
	await page.getByRole("link", { name: "Templates", exact: true }).click();
	await page.getByRole("link", { name: "New template" }).click();

	await test.step("a name in use is refused at its field, and everything typed stays", async () => {
		await nameBox(page).fill(existing);
		await tick(page, "Photo").check();
		await tick(page, "Date of birth").check();
		await expect(page.getByText("2 of 21 requested")).toBeVisible();
		await createButton(page).click();
		await expect(nameBox(page)).toHaveAccessibleDescription(/A template with this name already exists/);
		await expect(nameBox(page)).toBeFocused();
		await expect(nameBox(page)).toHaveValue(existing);
		await expect(tick(page, "Photo")).toBeChecked();
	});
	await test.step("a certificate that lost its line breaks is described, and re-wrapped with one click", async () => {
		await authority(page).fill(ROOT.replaceAll("\n", ""));
		await page.getByRole("button", { name: "Re-wrap the certificate" }).click();
		await expect(authority(page)).toHaveValue(ROOT);
		await expect(page.getByText("CN=Example IACA Root (self-signed)")).toBeVisible();
		await expect(page.getByText("EC P-256")).toBeVisible();
		await expect(page.getByText(new X509Certificate(ROOT).fingerprint256)).toBeVisible();
		await expect(page.getByText(`${ROOT.length} / 4096`)).toBeVisible();
	});
	await test.step("a double click creates one template and shows it", async () => {
		await nameBox(page).fill(name);
		const posts = watchPosts(page);
		await createButton(page).dblclick();
		await expect(page).toHaveURL(/\/templates\/vct_\d{16}$/);
		await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
		await expect(page.getByText("Template created.")).toBeVisible();
		expect(posts.filter((body) => body.includes(name))).toHaveLength(1);
		await expect(page).toHaveTitle(`${name} · Templates · Identity Console`);
	});
	const id = templateId(page);
	const created = await management.getTemplate(id);
	expect(elementsOf(created)).toEqual({ birth_date: true, portrait: true });
	expect(created.custom_certificate_authority).toBe(ROOT);

	await test.step("the certificate authority is shown read-only", async () => {
		await expect(authority(page)).toHaveCount(0);
		await expect(page.getByText(new X509Certificate(ROOT).fingerprint256)).toBeVisible();
	});
	await test.step("a save lists what it does, and its message replaces “Template created.”, after a reload as well", async () => {
		await tick(page, "Photo").uncheck();
		await tick(page, "City").check();
		await nameBox(page).fill(`${name} anew`);
		await expect(changes(page)).toContainText("Removes Photo");
		await saveButton(page).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
		await expect(page.getByText("Template created.")).toHaveCount(0);
		await expect(page).toHaveTitle(`${name} anew · Templates · Identity Console`);
		expect(elementsOf(await management.getTemplate(id))).toEqual({ birth_date: true, resident_city: true });
		await page.reload();
		await untilHydrated(page);
		await expect(page.getByRole("heading", { level: 1, name: `${name} anew` })).toBeVisible();
		await expect(tick(page, "City")).toBeChecked();
		await expect(tick(page, "Photo")).not.toBeChecked();
		await expect(page.getByText("Template created.")).toHaveCount(0);
	});
	await page.getByRole("link", { name: "Templates", exact: true }).click();
	await page
		.getByRole("table")
		.getByRole("link", { name: `${name} anew` })
		.click();
	await expect(page.getByRole("heading", { level: 1, name: `${name} anew` })).toBeVisible();
	await test.step("it is deleted after a dialog that focuses Cancel and offers it as JSON", async () => {
		await page.getByRole("button", { name: "Delete template" }).click();
		const dialog = page.getByRole("dialog");
		await expect(dialog).toContainText(`${name} anew`);
		await expect(dialog).toContainText("Applications that start verifications with its ID stop working.");
		await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(dialog).toBeHidden();
		expect((await management.getTemplateResponse(id)).status).toBe(200);
		await page.getByRole("button", { name: "Delete template" }).click();
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			dialog.getByRole("link", { name: "Download it as JSON first" }).click(),
		]);
		expect(JSON.parse(await readFile(await download.path(), "utf8")).presentation).toBeTruthy();
		await dialog.getByRole("button", { name: "Delete template" }).click();
		await expect(page).toHaveURL(/\/templates$/);
		await expect(page.getByText(/^Template “.*” deleted\./)).toBeVisible();
		expect((await management.getTemplateResponse(id)).status).toBe(404);
		const missing = await (await visit("editor")).open(`/templates/${id}`);
		expect(missing.status).toBe(404);
		expect(missing.getByText(/No template with this ID/)).toBeTruthy();
	});
	await test.step("from Overview, at most 7 clicks create a template of five attributes", async () => {
		const clicks = await countClicks(page);
		await page.goto("/");
		await page.getByRole("main").getByRole("link", { name: "New template" }).click();
		await expect(nameBox(page)).toBeVisible();
		while (!(await nameBox(page).evaluate((box) => box === document.activeElement))) await page.keyboard.press("Tab");
		await page.keyboard.type(uniqueName("Clicked"));
		for (const label of FIVE) await tick(page, label).click();
		await createButton(page).click();
		await expect(page.getByText("Template created.")).toBeVisible();
		expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual({
			age_over_18: true,
			family_name: true,
			given_name: true,
			portrait: true,
			resident_city: true,
		});
		expect(clicks()).toBeLessThanOrEqual(7);
	});
});

test("creating does not wait for a script that is still loading, but a private key waits for the rules that refuse it", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	const posts = watchPosts(page);
	let isHeld = true;
	const held: (() => Promise<void>)[] = [];
	await page.route("**/_next/static/**", (route) => (isHeld ? held.push(() => route.continue()) : route.continue()));
	await nameBox(page).fill(uniqueName("Early"));
	await tick(page, "Photo").check();
	await authority(page).fill(`${ROOT}-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----`);
	await createButton(page).click();
	await expect.poll(() => held.length).toBeGreaterThan(0);
	isHeld = false;
	await Promise.all(held.map((release) => release()));
	await expect(page.getByRole("alert").filter({ hasText: "private key" })).toBeVisible();
	await expect(page.getByText("This holds a private key.", { exact: true })).toBeVisible();
	// The inspector sends the remaining certificate to the server.
	await expect(page.getByText("EC P-256")).toBeVisible();
	expect(posts.filter((body) => body.includes("PRIVATE KEY"))).toEqual([]);
	expect(posts.filter((body) => body.includes("portrait"))).toEqual([]);

	await page.goto("/templates/new", { waitUntil: "networkidle" });
	isHeld = true;
	await nameBox(page).fill(uniqueName("Early"));
	await tick(page, "Photo").check();
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	await expect(saveButton(page)).toBeVisible();
	await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("presets, groups, errors and tabs work as buttons, links and headings, and a template is created and edited", async ({
		page,
		signIn,
		management,
	}) => {
		await signIn(page, "editor");
		await page.goto("/templates/new");
		const groups = page.getByRole("navigation", { name: "Groups of attributes" });
		await nameBox(page).fill("Stays");
		await page.getByRole("button", { name: "Name check", exact: true }).click();
		await expect(page.getByRole("button", { name: "Name check", exact: true, pressed: true })).toBeVisible();
		await expect(nameBox(page)).toHaveValue("Stays");
		await nameBox(page).fill("");
		await expect(tick(page, "Given names")).toBeChecked();
		await groups.getByRole("link", { name: "Issuer", exact: true }).click();
		await expect(tick(page, "Issuing country")).toBeInViewport({ ratio: 1 });
		await groups.getByRole("link", { name: "More", exact: true }).click();
		await expect(tick(page, "Licence number")).toBeVisible();

		await createButton(page).click();
		await expect(page.getByText("A name is needed.").first()).toBeVisible();
		await expect(tick(page, "Given names")).toBeChecked();
		await nameBox(page).fill(uniqueName("Plain"));
		await tick(page, "Photo").check();
		await tick(page, "City").check();
		await createButton(page).click();
		await expect(page).toHaveURL(/\/templates\/vct_\d{16}(#.*)?$/);
		const id = templateId(page);
		const names = { family_name: true, given_name: true };
		expect(elementsOf(await management.getTemplate(id))).toEqual({ ...names, portrait: true, resident_city: true });

		await test.step("all four tabs are stacked with their headings", async () => {
			await expect(page.getByRole("tab")).toHaveCount(0);
			const tops: number[] = [];
			for (const title of ["Holder", "Advice", "Request", "Try it"]) {
				const heading = page.getByRole("heading", { level: 2, name: title, exact: true });
				tops.push((await heading.boundingBox())?.y ?? Number.NaN);
			}
			expect(tops).toEqual(tops.toSorted((a, b) => a - b));
			for (const text of ["Is the photo compared with the person?", "Each wallet looks different."])
				await expect(page.getByText(text)).toBeVisible();
			await expect(page.getByText('"portrait"').first()).toBeVisible();
			await expect(page.locator("pre").filter({ hasText: "curl --request PATCH" })).toHaveCount(1);
		});
		await tick(page, "City").uncheck();
		await saveButton(page).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		await expect(tick(page, "City")).not.toBeChecked();
		expect(elementsOf(await management.getTemplate(id))).toEqual({ ...names, portrait: true });
	});
});
