import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "../fixtures";
import { elementsOf, managementOf } from "../http/management";
import { replay } from "../http/replay-action";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

/** Removes City from a template as an admin would. @returns the request that did it */
async function saveWithoutCity(page: Page, id: string): Promise<Request> {
	await page.goto(`/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).uncheck();
	const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(id));
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	return sent;
}

test("a replayed save works for the editor alone: not for a viewer, an anonymous visitor, a signed-out copy or another origin", async ({
	page,
	credentials,
	managementToken,
	visit,
}) => {
	const management = managementOf(credentials, managementToken);
	const before = { portrait: true, resident_city: true };
	const { id } = await management.createTemplate(`Sweep ${randomUUID()}`, before);
	const stored = async () => elementsOf(await management.getTemplate(id));
	const admin = await visit("editor");
	await page.context().addCookies(admin.cookies());
	const action = await saveWithoutCity(page, id);
	const editor = admin.cookieHeader();
	const own = credentials.address;

	// Shows that a replay succeeds with valid credentials.
	await management.updateElements(id, before);
	expect((await replay(action, editor, own)).status).toBe(200);
	expect(await stored(), "editor").toEqual({ portrait: true });

	await management.updateElements(id, before);
	const attempts: [string, string, string | null][] = [
		["viewer", (await visit("viewer")).cookieHeader(), own],
		["no session", "", own],
		["garbage", editor.replace(/(console\.session\.\d+=)[^;]+/, "$1garbage"), own],
		["foreign origin", editor, "https://evil.example"],
		["null origin", editor, "null"],
		["no origin", editor, null],
	];
	for (const [kind, cookie, origin] of attempts) {
		await replay(action, cookie, origin);
		expect(await stored(), kind).toEqual(before);
	}

	const home = await admin.open("/");
	const left = await admin.press(home, "Sign out");
	expect(left.url.pathname).toBe("/sign-in");
	await replay(action, editor, own);
	expect(await stored(), "signed-out copy").toEqual(before);
});
