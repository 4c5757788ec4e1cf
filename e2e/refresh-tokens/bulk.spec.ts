import type { Request } from "@playwright/test";
import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { cookieOf, replay } from "../http/replay-action";
import { signInAt } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { bulkEdit } from "./bulk-edit";
import { type SampleToken, tokensOf } from "./sample-tokens";
import { entryOf, formOf, previewOf, statusOf, tokensOn } from "./visited-bulk-edit";

/** The pace is tested in _metadata-bulk/bulk-pace.test.ts and refresh-tokens/revoke/revoke-many.test.tsx in app/(console). */
const REQUESTS_A_SECOND = process.env.LONG ? 0.25 : 2;
const A_DAY_MS = 24 * 3600 * 1000;
const full = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${index}`, ""]));

type Stored = { tokens: { refresh_token_metadata: Record<string, string> }[] };

let one: SampleToken;
let two: SampleToken;
let three: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	// Other tests sign this user in and so add tokens; these are of the sample tenant.
	const all = await tokensOf(credentials, managementToken, credentials.sign_ins.user.email);
	const old = all.filter(({ createdAt }) => Date.parse(createdAt) < Date.now() - A_DAY_MS);
	[one, two, three] = old as [SampleToken, SampleToken, SampleToken];
	await one.setMetadata({ fleet: "north", kept: "yes" });
	await two.setMetadata(null);
	await three.setMetadata(full);
	await signIn(page, "editor");
});

test("sets a key on selected tokens after a preview of each change, and leaves out one with 25 keys", async ({
	page,
}) => {
	const bulk = bulkEdit(page);
	await bulk.select([one, two, three]);
	for (const { id } of [one, two, three])
		await expect(page.getByRole("listitem").filter({ hasText: id })).toContainText(
			/Partner Portal|Licence Wallet|Storefront/,
		);
	await bulk.key.fill("fleet");
	await bulk.value.fill("south 🚚");
	await expect(page.getByText("7 / 255", { exact: true })).toBeVisible();
	await bulk.value.press("Enter");
	await expect(bulk.title).toHaveText("Preview of a bulk edit");
	await expect(
		page.getByText("Nothing is changed yet: 2 to be changed, 1 left out because of too many keys."),
	).toBeVisible();
	await expect(bulk.token(one)).toContainText("Changes fleet from north to south 🚚");
	await expect(bulk.token(one)).toContainText("2 of 25 keys");
	await expect(bulk.token(two)).toContainText("Adds fleet with south 🚚");
	await expect(bulk.token(two)).toContainText("0 → 1 of 25 keys");
	await expect(bulk.token(three)).toContainText("Left out: it would have more than 25 keys");
	expect(await one.metadata()).toEqual({ fleet: "north", kept: "yes" });

	await bulk.button("Apply to 2 tokens").press("Enter");
	await expect(bulk.status).toHaveText("Finished: 2 changed, 1 left out because of too many keys.");
	await expect(bulk.status).toBeFocused();
	await expect(bulk.progress).toHaveAttribute("value", "2");
	await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
	await expect(bulk.token(two)).toContainText("Changed.");
	expect(await one.metadata()).toEqual({ fleet: "south 🚚", kept: "yes" });
	expect(await two.metadata()).toEqual({ fleet: "south 🚚" });
	expect(await three.metadata()).toEqual(full);

	await bulk.token(one).getByRole("link").click();
	await expect(page.getByRole("region", { name: "Metadata", exact: true }).getByLabel("Value, row 1")).toHaveValue(
		"south 🚚",
	);
});

test("does not overwrite what another admin has changed since the preview, offers another preview, and has no accessibility violation", async ({
	page,
}) => {
	test.slow();
	// The frame around each page is the same.
	const within = process.env.LONG ? "html" : "main";
	const bulk = bulkEdit(page);
	await bulk.select([one, two, three]);
	await bulk.value.fill(`sk_live_${"x".repeat(260)}`);
	await bulk.button("Preview changes").click();
	await expect(bulk.key).toBeFocused();
	await expect(page.getByText("This looks like a secret API key.")).toBeVisible();
	await expectAccessible(page);

	await bulk.operation("Remove a key").check();
	await expect(bulk.value).toBeHidden();
	await bulk.button("Preview changes").click();
	// The same error as before: the result gives the key the focus again.
	await expect(bulk.key).toBeFocused();
	await expect(bulk.key).toHaveAccessibleDescription("Enter the key.");
	await expect(bulk.operation("Remove a key")).toBeChecked();
	await bulk.operation("Set a key").check();
	await bulk.key.fill("a key that is no good");
	await bulk.value.fill("x".repeat(255));
	await bulk.preview();
	await expectAccessible(page, { within });
	await one.setMetadata({ "a key that is no good": "theirs" });
	await bulk.button("Apply to 2 tokens").click();
	await expect(bulk.status).toHaveText(/^Finished: .*1 changed since the preview/);
	await expect(bulk.token(one)).toContainText("Not changed: the key has changed since the preview. Now: theirs");
	await expectAccessible(page, { within });

	await bulk.button(/^Preview the remaining/).click();
	await expect(bulk.token(one)).toContainText("Changes a key that is no good from theirs");
	await bulk.button("Apply to 1 token").click();
	await expect(bulk.status).toHaveText(/^Finished: 1 changed/);
	expect(await one.metadata()).toEqual({ "a key that is no good": "x".repeat(255) });
});

test("removes a key, but not where another admin has changed it since the preview", async ({ visit }) => {
	const editor = await visit("editor");
	const removal = await previewOf(editor, [one, two], { key: "fleet" }, "Remove a key");
	expect(entryOf(removal, one)).toContain("Removes fleet (was north)");
	expect(entryOf(removal, two)).toContain("Nothing to change");
	await one.setMetadata({ fleet: "theirs", kept: "yes" });
	const refused = await editor.press(removal, "Apply to 1 token");
	expect(statusOf(refused)).toMatch(/^Finished: 1 changed since the preview/);
	expect(entryOf(refused, one)).toContain("Not changed: the key has changed since the preview. Now: theirs");

	const again = await editor.press(refused, "Preview the remaining one again");
	expect(entryOf(again, one)).toContain("Removes fleet (was theirs)");
	expect(within(tokensOn(again)).getAllByRole("listitem")).toHaveLength(1);
	expect(statusOf(await editor.press(again, "Apply to 1 token"))).toBe("Finished: 1 changed.");
	expect(await one.metadata()).toEqual({ kept: "yes" });
});

test("shows a bulk edit to the admin who made it alone, and no way to edit to a viewer", async ({ visit }) => {
	const [editor, viewer] = [await visit("editor"), await visit("viewer")];
	const made = await previewOf(editor, [one], { key: "fleet" });
	expect(made.url.pathname).toMatch(/bulk\/[\w-]{10}/);
	expect((await viewer.open(made.url)).status).toBe(404);
	const form = await viewer.open(formOf([one]));
	form.getByText("Editing metadata needs the editor or support role.");
	expect(within(form.getByRole("main")).queryAllByRole("textbox")).toEqual([]);
	const list = await viewer.open(`/refresh-tokens?user=${encodeURIComponent(one.userId)}`);
	expect(list.getByRole("table").textContent).toContain(one.id);
	expect(list.queryByText("Edit metadata…")).toBeNull();
});

test("a replayed preview and run work for the editor who sent them, and for no other caller", async ({
	page,
	context,
	visit,
	credentials,
	allowBrowserError,
}) => {
	test.slow();
	allowBrowserError(/ERR_FAILED/);
	const viewer = (await visit("viewer")).cookies().map(({ name, value }) => `${name}=${value}`);
	const editor = await cookieOf(context);
	const own = credentials.address;
	const outsiders: [string, string, string | null][] = [
		["viewer", viewer.join("; "), own],
		["no session", "", own],
		["garbage", editor.replace(/(console\.session\.\d+=)[^;]+/, "$1garbage"), own],
		["foreign origin", editor, "https://evil.example"],
		["no origin", editor, null],
	];
	const bulk = bulkEdit(page);
	/** The request of a click, aborted before it reaches the server. */
	async function intercept(name: string) {
		const { promise: stopped, resolve } = Promise.withResolvers<Request>();
		// Not any failed request: the browser may only now cancel the rest of the response that navigated here.
		await page.route("**/bulk**", async (route) => {
			if (route.request().method() !== "POST") return route.continue();
			await route.abort();
			resolve(route.request());
		});
		await bulk.button(name).click();
		const request = await stopped;
		await page.unroute("**/bulk**");
		return request;
	}

	await bulk.select([one]);
	await bulk.key.fill("fleet");
	const preview = await intercept("Preview changes");
	for (const [kind, cookie, origin] of outsiders) {
		const { text, headers } = await replay(preview, cookie, origin);
		expect(`${text} ${headers.get("x-action-redirect")}`, kind).not.toMatch(/bulk\/[\w-]{10}/);
	}
	expect((await replay(preview, editor, own)).headers.get("x-action-redirect")).toMatch(/bulk\/[\w-]{10}/);

	await bulk.preview();
	const apply = await intercept("Apply to 1 token");
	for (const [kind, cookie, origin] of outsiders) {
		await replay(apply, cookie, origin);
		expect(await one.metadata(), kind).toEqual({ fleet: "north", kept: "yes" });
	}
	const applied = await replay(apply, editor, own);
	expect(applied.status).toBe(200);
	expect(applied.text, "the result of the run").toContain("1 changed");
	expect(await one.metadata()).toEqual({ fleet: "", kept: "yes" });
});

test("without scripts previews, reports errors with everything typed kept, and applies", async ({ visit }) => {
	const editor = await visit("editor");
	const refused = await previewOf(editor, [one, two], { value: "x".repeat(256) });
	refused.getByRole("textbox", { name: "Key", description: "Enter the key." });
	const value = refused.getByRole<HTMLInputElement>("textbox", {
		name: "Value",
		description: /The value has 256 characters; at most 255 fit\./,
	});
	expect(value.value).toBe("x".repeat(256));
	const preview = await editor.press(refused, "Preview changes", { key: "__proto__", value: "x" });
	expect(statusOf(await editor.press(preview, "Apply to 2 tokens"))).toBe("Finished: 2 changed.");
	expect(JSON.stringify(await two.metadata())).toBe('{"__proto__":"x"}');
	expect(await one.metadata()).toEqual({ ...JSON.parse('{"__proto__":"x"}'), fleet: "north", kept: "yes" });
});

test("requires a selection", async ({ visit }) => {
	const editor = await visit("editor");
	const empty = await editor.open(formOf([], one.userId));
	empty.getByText("No token was selected");
	const back = empty.getByRole<HTMLAnchorElement>("link", { name: "Back to the tokens" });
	(await editor.open(back.href)).getByRole("table");
});

test.describe(`at a tenant that allows three requests, and ${REQUESTS_A_SECOND} more a second`, () => {
	let app: SecondApp;
	test.beforeAll(async () => {
		app = await startSecondApp({
			RATE_LIMIT: "",
			RATE_LIMIT_BURST: "3",
			RATE_LIMIT_PER_SECOND: String(REQUESTS_A_SECOND),
		});
	});
	test.afterAll(() => app?.stop());

	test("waits for the rate limit, can be stopped, and resumes after a reload until each token is written", async ({
		openContext,
	}) => {
		test.setTimeout(300_000);
		const { credentials } = app;
		const managementToken = await fetchManagementToken(credentials);
		const tokens = await tokensOf(credentials, managementToken, credentials.sign_ins.user.email);
		expect(tokens.length).toBeGreaterThanOrEqual(4);
		const page = await (await openContext({ baseURL: credentials.address })).newPage();
		await signInAt(credentials.address, page, credentials, "editor");

		const bulk = bulkEdit(page);
		const waiting = page.getByText(/^Waiting \d+ s for the tenant's rate limit\.$/);
		const user = tokens[0]?.userId ?? "";
		await page.goto(
			`/refresh-tokens/bulk?${new URLSearchParams([["user", user], ...tokens.map(({ id }) => ["token", id])])}`,
		);
		await bulk.key.fill("paced");
		await bulk.button("Preview changes").click();
		await expect(bulk.title).toHaveText("Preview of a bulk edit", { timeout: 30_000 });
		// Three requests are enough for one token, so that there is always one more to wait for here.
		await bulk.button(/^Apply to/).click();
		await expect(waiting).toBeVisible();
		await bulk.button("Stop").click();
		await expect(bulk.status).toHaveText(/^Stopped: .*not tried yet\.$/);
		await page.reload();
		await expect(bulk.status).toHaveText(/^Stopped: /);

		await page.goto("/refresh-tokens");
		await expect(page.getByText("A bulk edit is not finished")).toBeVisible();
		await page.getByRole("link", { name: "Resume" }).click();
		await bulk.button("Resume").click();
		await expect(waiting).toBeVisible();
		await page.reload();
		await expect(bulk.status).toHaveText("Not finished. Nothing more is written until you press Resume.");
		await bulk.button("Resume").click();
		await expect(bulk.status).toHaveText(`Finished: ${tokens.length} changed.`, { timeout: 120_000 });
		await page.goto("/refresh-tokens");
		await expect(page.getByRole("heading", { level: 1, name: "Refresh tokens" })).toBeVisible();
		await expect(page.getByText("A bulk edit is not finished")).toHaveCount(0);

		const path = `/users/${encodeURIComponent(user)}/refresh-tokens`;
		const stored = await managementOf(credentials, managementToken).json<Stored>("GET", path);
		expect(stored.tokens.map((token) => token.refresh_token_metadata.paced)).toEqual(tokens.map(() => ""));

		// In the long run that takes longer than one response may.
		const revoke = page.getByRole("button", { name: `Revoke ${tokens.length} tokens` });
		await expect(async () => {
			await page.goto(`/refresh-tokens/revoke?${new URLSearchParams({ user, all: "yes" })}`);
			await expect(revoke).toBeVisible({ timeout: 1000 });
		}).toPass({ timeout: 60_000 });
		await revoke.click();
		await expect(page.getByText(`Revocation requested: ${tokens.length} tokens.`)).toBeVisible({ timeout: 90_000 });
	});
});
