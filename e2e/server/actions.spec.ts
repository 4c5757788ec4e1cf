import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "../fixtures";
import { elementsOf, managementOf } from "../http/management";
import { cookieOf, replay } from "../http/replay-action";
import { signOut } from "../page/sign-out";

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

test("a save that an editor sent does nothing for a viewer, a stranger, a signed-out copy or another origin", async ({
	page,
	context,
	credentials,
	managementToken,
	signIn,
	openContext,
}) => {
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Sweep ${randomUUID()}`, { portrait: true, resident_city: true });
	await signIn(page, "editor");
	const action = await saveWithoutCity(page, id);
	await management.updateElements(id, { portrait: true, resident_city: true });

	const viewer = await openContext();
	await signIn(await viewer.newPage(), "viewer");
	const editor = await cookieOf(context);
	const own = credentials.address;
	const attempts: [string, string, string | null][] = [
		["viewer", await cookieOf(viewer), own],
		["nobody", "", own],
		["garbage", editor.replace(/(console\.session\.\d+=)[^;]+/, "$1garbage"), own],
		["foreign origin", editor, "https://evil.example"],
		["null origin", editor, "null"],
		["no origin", editor, null],
	];
	for (const [who, cookie, origin] of attempts) {
		await replay(action, cookie, origin);
		expect(elementsOf(await management.getTemplate(id)), who).toEqual({ portrait: true, resident_city: true });
	}

	await signOut(page);
	await expect(page).toHaveURL(/\/sign-in$/);
	await replay(action, editor, own);
	expect(elementsOf(await management.getTemplate(id)), "signed-out copy").toEqual({
		portrait: true,
		resident_city: true,
	});
});

test("the same save works for the editor it came from: the refusals above are not an accident of the replay", async ({
	page,
	context,
	credentials,
	managementToken,
	signIn,
}) => {
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Replay ${randomUUID()}`, { portrait: true, resident_city: true });
	await signIn(page, "editor");
	const action = await saveWithoutCity(page, id);
	await management.updateElements(id, { portrait: true, resident_city: true });
	const answer = await replay(action, await cookieOf(context), credentials.address);
	expect(answer.status).toBe(200);
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true });
});
