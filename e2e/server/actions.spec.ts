import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "../fixtures";
import { elementsOf, managementOf } from "../http/management";
import { replay } from "../http/replay-action";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

/** Takes City out of a template as a person would, and answers the request that did it. */
async function saveWithoutCity(page: Page, id: string): Promise<Request> {
	await page.goto(`/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).uncheck();
	const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(id));
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	return sent;
}

test("a save that an editor sent, sent again, works for the editor alone: not for a viewer, an anonymous visitor, a signed-out copy or another origin", async ({
	page,
	credentials,
	managementToken,
	visit,
}) => {
	const management = managementOf(credentials, managementToken);
	const before = { portrait: true, resident_city: true };
	const { id } = await management.createTemplate(`Sweep ${randomUUID()}`, before);
	const stored = async () => elementsOf(await management.getTemplate(id));
	const person = await visit("editor");
	await page.context().addCookies(person.cookies());
	const action = await saveWithoutCity(page, id);
	const editor = person.cookieHeader();
	const own = credentials.address;

	// The refusals below are not an accident of the replay.
	await management.updateElements(id, before);
	expect((await replay(action, editor, own)).status).toBe(200);
	expect(await stored(), "editor").toEqual({ portrait: true });

	await management.updateElements(id, before);
	const attempts: [string, string, string | null][] = [
		["viewer", (await visit("viewer")).cookieHeader(), own],
		["nobody", "", own],
		["garbage", editor.replace(/(console\.session\.\d+=)[^;]+/, "$1garbage"), own],
		["foreign origin", editor, "https://evil.example"],
		["null origin", editor, "null"],
		["no origin", editor, null],
	];
	for (const [who, cookie, origin] of attempts) {
		await replay(action, cookie, origin);
		expect(await stored(), who).toEqual(before);
	}

	const home = await person.open("/");
	const left = await person.press(home, "Sign out");
	expect(left.url.pathname).toBe("/sign-in");
	await replay(action, editor, own);
	expect(await stored(), "signed-out copy").toEqual(before);
});
