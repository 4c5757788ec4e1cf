import { expect, test, tick, watchPosts } from "../templates/templates-page";
import {
	box,
	checkButton,
	downloaded,
	openTryIt,
	result,
	rowsOf,
	select,
	sessionText,
	simulate,
	verdict,
} from "./try-it-page";

const PRIVATE_KEY = "-----BEGIN PRIVATE KEY-----\nMIIBsecret\n-----END PRIVATE KEY-----\n";

test("a response that was simulated and saved is checked again: as bytes, as JSON, for its session, and on another day", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	for (const label of ["Photo", "Family name", "Over 21"]) await tick(page, label).check();
	await openTryIt(page);
	await simulate(page, "Whole licence", "browser");
	const bytes = await downloaded(page, "Download response");
	await result(page).getByText("The session, to check the response again").click();
	const [origin, nonce] = [await sessionText(page, "Origin"), await sessionText(page, "Nonce")];
	const simulated = await rowsOf(page);

	await box(page, "Response").fill(bytes.toString("hex").replace(/../g, "$& "));
	await checkButton(page).click();
	await expect(verdict(page)).toHaveText("Verified but incomplete");
	await expect(result(page)).toBeFocused();
	await expect(result(page)).toContainText("Whether the phone is the right one was not checked.");

	await box(page, "Response").fill(JSON.stringify({ vp_token: { mdl: [bytes.toString("base64url")] } }));
	await select(page, "Session").selectOption("Browser, OpenID4VP 1.0");
	await box(page, "Origin").fill(origin);
	await box(page, "Nonce").fill(nonce);
	await checkButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	const checked = await rowsOf(page);
	for (const [name, [value]] of Object.entries(simulated)) expect([name, checked[name]?.[0]]).toEqual([name, value]);

	await box(page, "Nonce").fill(`${nonce}x`);
	await checkButton(page).click();
	await expect(verdict(page)).toHaveText("Rejected");
	await box(page, "Nonce").fill(nonce);
	await page.getByText("Date and extra root").click();
	await box(page, "Date").fill("2019-06-30");
	await checkButton(page).click();
	await expect(verdict(page)).toHaveText("Rejected");
	await expect(result(page)).toContainText("Judged as of 2019-06-30 00:00 UTC.");
	// What was not ticked when it was checked is named, and not shown.
	await box(page, "Date").fill("");
	await tick(page, "Family name").uncheck();
	await checkButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	expect((await rowsOf(page)).family_name?.[0]).toBe("not asked for, not shown");
});

test("what is none is refused at its field with the place where it stops being one, and what was typed stays", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	await page.goto("/templates/new?preset=identity");
	await openTryIt(page);
	for (const [text, words] of [
		["", /Paste what a wallet has sent/],
		["a1 61 61", /at byte 3/],
		["not bytes!", /belongs to neither/],
		['{"vp_token": ', /begins like JSON/],
		['{"error":"access_denied"}', /access_denied/],
	] as const) {
		await box(page, "Response").fill(text);
		await checkButton(page).click();
		await expect(box(page, "Response")).toHaveAccessibleDescription(words);
		await expect(box(page, "Response")).toBeFocused();
		await expect(box(page, "Response")).toHaveValue(text);
		await expect(result(page)).toContainText(words);
	}
	await box(page, "Response").fill("a0");
	await select(page, "Session").selectOption("Browser, ISO 18013-7 Annex C");
	await box(page, "Origin").fill("https://shop.example/");
	await checkButton(page).click();
	await expect(box(page, "Encryption info")).toHaveAccessibleDescription(/is needed/);
	await expect(box(page, "Response")).not.toHaveAttribute("aria-invalid");
	await page.getByRole("button", { name: "Ask a wallet" }).click();
	await expect(box(page, "Encryption info")).not.toHaveAttribute("aria-invalid");
	await expect(box(page, "Encryption info")).not.toHaveAccessibleDescription(/is needed/);
});

test("only the fields of the chosen session are there", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/templates/new");
	await openTryIt(page);
	const all = [
		"Origin",
		"Nonce",
		"Encryption key",
		"Encryption info",
		"Client ID",
		"Response URI",
		"Session transcript",
	];
	for (const [session, fields] of [
		["none", []],
		["browser", ["Origin", "Nonce", "Encryption key"]],
		["iso", ["Origin", "Encryption info"]],
		["redirect", ["Nonce", "Encryption key", "Client ID", "Response URI"]],
		["raw", ["Session transcript"]],
	] as const) {
		await select(page, "Session").selectOption(session);
		for (const label of all) {
			await expect(box(page, label), `${label} for ${session}`).toHaveCount(
				(fields as readonly string[]).includes(label) ? 1 : 0,
			);
		}
	}
});

test("more than 200 KB, and a private key beside the root, do not leave the browser", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await openTryIt(page);
	const posts = watchPosts(page);
	await box(page, "Response").fill("00".repeat(10_000_000));
	await checkButton(page).click();
	await expect(box(page, "Response")).toHaveAccessibleDescription(
		/10,000,000 bytes decoded; at most 204,800 \(200 KB\)/,
	);
	await box(page, "Response").fill("a0");
	await page.getByText("Date and extra root").click();
	await box(page, "Extra root").fill(PRIVATE_KEY);
	await checkButton(page).click();
	await expect(box(page, "Extra root")).toHaveAccessibleDescription(/private key/);
	await expect(box(page, "Extra root")).toHaveValue("");
	expect(posts).toEqual([]);
});

test("a response is in no draft, and nobody is asked about it when they leave", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTryIt(page);
	await box(page, "Response").fill("deadbeefcafe");
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Kept");
	await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Kept");
	expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
		"deadbeef",
	);
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("");
	await page.getByRole("link", { name: "Overview" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
