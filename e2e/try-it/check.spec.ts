import type { Request } from "@playwright/test";
import { expect, test, tick } from "../templates/templates-page";
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

const TOO_MANY_BYTES = process.env.LONG ? 10_000_000 : 204_801;
const SESSION_FIELDS = [
	"Origin",
	"Nonce",
	"Encryption key",
	"Encryption info",
	"Client ID",
	"Response URI",
	"Session transcript",
];
const SESSIONS: [string, string[]][] = [
	["browser", ["Origin", "Nonce", "Encryption key"]],
	["iso", ["Origin", "Encryption info"]],
	["redirect", ["Nonce", "Encryption key", "Client ID", "Response URI"]],
	["raw", ["Session transcript"]],
	["none", []],
];
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
	await expect(result(page)).toContainText("The phone was not checked.");

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
	// An element that was not ticked at the check is named, and not shown.
	await box(page, "Date").fill("");
	await tick(page, "Family name").uncheck();
	await checkButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	expect((await rowsOf(page)).family_name?.[0]).toBe("not asked for, not shown");
});

test("a malformed or too long response, and a private key, are refused at their fields and not stored", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	await openTryIt(page);
	const response = box(page, "Response");

	await test.step("only the fields of the chosen session are there", async () => {
		for (const [session, fields] of SESSIONS) {
			await select(page, "Session").selectOption(session);
			for (const label of SESSION_FIELDS)
				await expect(box(page, label), `${label} for ${session}`).toHaveCount(fields.includes(label) ? 1 : 0);
		}
		await select(page, "Session").selectOption("none");
	});

	await test.step("a malformed response is refused with the position of the error, and what was typed stays", async () => {
		for (const [text, words] of [
			["", /Paste what a wallet has sent/],
			["a1 61 61", /at byte 3/],
			["not bytes!", /neither hex, base64 nor a browser's JSON/],
			['{"vp_token": ', /begins like JSON/],
			['{"error":"access_denied"}', /access_denied/],
		] as const) {
			await response.fill(text);
			await checkButton(page).click();
			await expect(response).toHaveAccessibleDescription(words);
			await expect(response).toBeFocused();
			await expect(response).toHaveValue(text);
			await expect(result(page)).toContainText(words);
		}
	});

	await test.step("the error at a field goes with the next request", async () => {
		await response.fill("a0");
		await select(page, "Session").selectOption("Browser, ISO 18013-7 Annex C");
		await box(page, "Origin").fill("https://shop.example/");
		await checkButton(page).click();
		await expect(box(page, "Encryption info")).toHaveAccessibleDescription(/is needed/);
		await expect(response).not.toHaveAttribute("aria-invalid");
		// A browser with a window of its own for wallets would show it over the page.
		await page.route("**/templates/try-it/wallet/begin", (route) =>
			route.fulfill({ json: { problem: { title: "Not asked", message: "No wallet is asked here." } } }),
		);
		await page.getByRole("button", { name: "Ask a wallet" }).click();
		await expect(box(page, "Encryption info")).not.toHaveAttribute("aria-invalid");
		await expect(box(page, "Encryption info")).not.toHaveAccessibleDescription(/is needed/);
		await select(page, "Session").selectOption("none");
	});

	await test.step("more than 200 KB, and a private key beside the root, do not leave the browser", async () => {
		const posts: Request[] = [];
		page.on("request", (request) => request.method() === "POST" && posts.push(request));
		await response.fill("00".repeat(TOO_MANY_BYTES));
		await checkButton(page).click();
		await expect(response).toHaveAccessibleDescription(
			new RegExp(`${TOO_MANY_BYTES.toLocaleString("en")} bytes decoded; at most 204,800 \\(200 KB\\)`),
		);
		await response.fill("deadbeefcafe");
		await page.getByText("Date and extra root").click();
		await box(page, "Extra root").fill(PRIVATE_KEY);
		await checkButton(page).click();
		await expect(box(page, "Extra root")).toHaveAccessibleDescription(/private key/);
		await expect(box(page, "Extra root")).toHaveValue("");
		// The preparation of a request to a wallet may still be running, and is no check.
		expect(posts.map((post) => post.url()).filter((url) => !url.endsWith("/wallet/begin"))).toEqual([]);
		const sent = posts.map((post) => post.postData()).join();
		for (const text of ["00000000", "deadbeef", "MIIBsecret"]) expect(sent).not.toContain(text);
	});

	await test.step("a response is in no draft, and leaving does not prompt for it", async () => {
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		const before = await name.inputValue();
		await name.fill("Kept");
		await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Kept");
		const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
		for (const text of ["deadbeef", "MIIBsecret"]) expect(stored).not.toContain(text);
		await name.fill(before);
		await page.getByRole("link", { name: "Overview" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
	});
});
