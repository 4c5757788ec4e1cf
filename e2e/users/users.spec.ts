import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { fieldOf } from "../http/native-form";
import type { VisitedPage } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { countClicks } from "../page/clicks";
import { sessionsOf, tokensOf } from "../refresh-tokens/sample-tokens";
import { signInOnDevice } from "./signed-in-device";

const IPHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";
const OPERA =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36 OPR/128.0.0.0";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

test("lost phone: support finds the person and the device, ends its session and with it its tokens; the laptop goes on", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { email } = credentials.sign_ins.user;
	const phone = await signInOnDevice(IPHONE, credentials);
	const laptop = await signInOnDevice(LINUX, credentials);
	const tokensBefore = await tokensOf(credentials, managementToken, email);
	const sessionsBefore = await sessionsOf(credentials, managementToken, email);

	await signIn(page, "support");
	await page.goto("/users");
	await page.getByRole("searchbox", { name: "Search users" }).pressSequentially("mina");
	await expect(page).toHaveURL(/\/users\?q=mina$/);
	// Another of this name may have come from the sample provider.
	const own = page.locator(`a[href="/users/${encodeURIComponent(tokensBefore[0]?.userId ?? "")}"]`);
	const found = page.getByRole("row", { name: /^Mina Park / }).filter({ has: own });
	await page.getByRole("button", { name: "Count refresh tokens" }).click();
	await expect(found.getByRole("link", { name: `${tokensBefore.length} tokens of Mina Park` })).toBeVisible();
	await expectAccessible(page);
	await found.getByRole("link", { name: "Mina Park", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Mina Park" })).toBeVisible();

	const sessions = page.getByRole("region", { name: "Sessions", exact: true }).locator("li");
	await expect(sessions).toHaveCount(sessionsBefore.length);
	const onPhone = sessions.filter({ has: page.getByRole("link", { name: "Safari on iPhone", exact: true }) });
	await expect(onPhone).toContainText("Licence Wallet (web)");
	const lane = page
		.getByRole("region", { name: "Access over time" })
		.getByRole("listitem")
		.filter({ has: page.getByRole("link", { name: "Safari on iPhone", exact: true }) });
	const [ahead, others] = [lane.locator(".ahead"), page.locator(".lane .ahead")];
	await lane.getByRole("radio", { name: /^After ending it: / }).check();
	await expect(lane).toContainText(`and ${tokensBefore.length - 1} refresh tokens stay.`);
	await expect(ahead.first()).toHaveCSS("display", "none");
	await expect(others.last()).toHaveCSS("stroke-dasharray", "3px, 4px");
	await expectAccessible(page, { isSample: true });
	await onPhone.getByRole("button", { name: "End session" }).click();
	const dialog = page.getByRole("dialog", { name: "End this session?" });
	await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
	await expect(dialog).toContainText("Mina Park has to sign in again on Safari on iPhone.");
	await expect(dialog).toContainText("Ends with it: Licence Wallet (web)'s refresh token");
	await dialog.getByRole("button", { name: "End session" }).click();

	await expect(page.getByText("The session has ended.")).toBeVisible();
	await expect(sessions).toHaveCount(sessionsBefore.length - 1);
	await expect(onPhone).toHaveCount(0);
	expect(await tokensOf(credentials, managementToken, email)).toHaveLength(tokensBefore.length - 1);
	expect((await phone.refresh()).status).toBe(403);
	expect((await laptop.refresh()).status).toBe(200);
	// The laptop's exchange has a tick in its lane, and the end of the phone's session stands with who requested it.
	const happened = page.getByRole("region", { name: "What happened" });
	await expect(async () => {
		await page.reload();
		await expect(happened).toContainText("Refresh token exchanged", { timeout: 1_000 });
	}).toPass();
	await expect(happened.getByRole("list").first()).toContainText(/requested to end the session.*by Dagny Solheim here/);
	await expect(page.getByRole("region", { name: "Access over time" })).toContainText("a tick at each");
	await expectAccessible(page);

	await test.step("from Overview, at most 4 clicks end the access of a lost device, with a paragraph for the ticket", async () => {
		const lost = await signInOnDevice(OPERA, credentials);
		const clicks = await countClicks(page);
		await page.goto("/");
		const box = page.getByRole("searchbox", { name: "User or refresh token" });
		// By the e-mail address the one of the sample provider would be found as well.
		await box.fill(tokensBefore[0]?.userId ?? "");
		await box.press("Enter");
		await page.getByRole("link", { name: "Lost device", exact: true }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Lost device" })).toBeVisible();
		const ends = page.getByRole("checkbox", { name: /^Session, last used / });
		await expect(ends).toHaveCount(0);
		await page.getByRole("radio", { name: /^Opera on Windows/ }).click();
		await expect(ends).toHaveCount(1);
		await expectAccessible(page);
		await page.getByRole("button", { name: "End access" }).click();
		await expect(page.getByRole("textbox", { name: "For the ticket" })).toHaveValue(
			/requested to end the access of a lost device of mina\.park@example\.org .*Device: Opera on Windows\. End requested: session /,
		);
		expect(clicks()).toBeLessThanOrEqual(4);
		await expectAccessible(page);
		expect((await lost.refresh()).status).toBe(403);
		expect((await laptop.refresh()).status).toBe(200);
	});
});

test("without scripts a person is found who can't sign in, with the cause: wrong passwords and a block, which is lifted, and a block by an admin, with who; a refused dialog is open with its problem and its tick", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const { json } = managementOf(credentials, managementToken);
	const email = "olena.shevchuk@example.com";
	const [user] = await json<{ user_id: string }[]>("GET", `/users-by-email?email=${email}`);
	const path = `/users/${encodeURIComponent(user?.user_id ?? "")}`;
	const isBlocked = async () => (await json<{ blocked?: boolean }>("GET", path)).blocked ?? false;
	const region = (shown: VisitedPage, name: string) => within(shown.getByRole("region", { name }));

	const editor = await visit("editor");
	const list = await editor.open("/users");
	const found = await editor.press(list, "Search", { q: email });
	expect(found.url.pathname).toBe(path);

	expect(found.getByText("Block this user?").closest("dialog")?.textContent).toContain(
		"can't sign in until they are unblocked",
	);
	const { client_id = "", client_secret = "" } = credentials.clients.password_app ?? {};
	const form = { client_id, client_secret, grant_type: "password", username: email, password: "wrong" };
	const signIn = () =>
		fetch(`${credentials.auth_url}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
	const cause = async () => {
		const shown = await editor.open(path);
		return shown.queryByRole("region", { name: "Cannot sign in" })?.textContent ?? "";
	};
	for (let attempt = 0; attempt < 10; attempt += 1) expect((await signIn()).status).toBe(403);
	// Another instance reads what this one has written, which takes up to a second.
	await expect
		.poll(cause)
		.toMatch(/The password was wrong 10 times from .*, then sign-in was blocked until .*blocked now/);
	await editor.press(await editor.open(path), "Lift sign-in blocks");
	await expect.poll(cause).toMatch(/The password was wrong 10 times .*The block was lifted\./);

	const blocked = await editor.press(found, "Block user");
	expect(blocked.getByText(/^Blocked\. Sign-ins and refresh tokens are refused/)).toBeDefined();
	expect(await isBlocked()).toBe(true);
	expect((await signIn()).status).toBe(403);
	await expect.poll(cause).toMatch(/The user is blocked\./);
	const inList = await editor.press(await editor.open("/users"), "Search", { q: "Олена" });
	expect(inList.getByRole("row", { name: /Олена Шевчук/ }).textContent).toContain("blocked");

	const unblocked = await editor.press(blocked, "Unblock user");
	expect(await isBlocked()).toBe(false);
	expect(
		region(unblocked, "What happened")
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent)
			.join(),
	).toMatch(/Unblocked.*Edda Torvik.*Blocked.*Edda Torvik/);

	const other = await editor.press(await editor.open("/users"), "Search", { q: "layla.haddad@example.org" });
	expect(other.document.querySelector("dialog[open]")).toBeNull();
	const held = (await tokensOf(credentials, managementToken, "layla.haddad@example.org")).length;
	const tokens = `${held} ${held === 1 ? "refresh token" : "refresh tokens"}`;
	const box = `Also revoke ${tokens}. Without it, applications keep their access.`;
	expect(fieldOf(other, box).checked).toBe(true);
	fieldOf(other, box).checked = false;
	const refused = await editor.press(other, "End all sessions", { userId: "auth0|gone" });
	const dialog = refused.document.querySelector<HTMLElement>("dialog[open]");
	expect(dialog && within(dialog).getByRole("alert").textContent).toContain("No user with this ID");
	expect(fieldOf(refused, box).checked).toBe(false);
});

test("the identifier of anything leads from the search of users to its page", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const email = "layla.haddad@example.org";
	const [token] = await tokensOf(credentials, managementToken, email);
	const [session] = await sessionsOf(credentials, managementToken, email);
	const client = credentials.clients.web_app?.client_id ?? "";
	const viewer = await visit("viewer");
	const list = await viewer.open("/users");
	for (const [typed, path] of [
		[token?.userId, `/users/${encodeURIComponent(token?.userId ?? "")}`],
		[token?.id, `/refresh-tokens/${token?.id}`],
		[session?.id, `/sessions/${session?.id}`],
		[client, `/applications/${client}`],
	]) {
		expect((await viewer.press(list, "Search", { q: typed ?? "" })).url.pathname).toBe(path);
	}
	const none = await viewer.press(list, "Search", { q: "nobody at all" });
	expect(none.getByText(/No user matches/)).toBeDefined();
});
