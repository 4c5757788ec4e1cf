import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import { type SampleToken, sessionsOf } from "../refresh-tokens/sample-tokens";

// What the metadata editor and its bulk edits do on any resource is tested in ../refresh-tokens; here, that sessions are wired.

const USER = "priya.raman@example.com";
let one: SampleToken;
let two: SampleToken;

test.beforeEach(async ({ credentials, managementToken }) => {
	const sessions = await sessionsOf(credentials, managementToken, USER);
	[one, two] = sessions as [SampleToken, SampleToken];
	await one.setMetadata({ ticket: "HD-1" });
	await two.setMetadata(null);
});

test("support notes a ticket on a session without scripts, and a colleague's ticket is not overwritten unseen", async ({
	visit,
}) => {
	const support = await visit("support");
	const page = await support.open(`/sessions/${one.id}`);
	await one.setMetadata({ ticket: "HD-2" });
	page.getByLabelText<HTMLInputElement>("Value, row 1").value = "HD-3";
	const conflict = await support.press(page, "Save metadata");
	conflict.getByText("Changed since you opened it");
	conflict.getByRole<HTMLInputElement>("radio", { name: "Yours: HD-3" }).checked = true;
	const saved = await support.press(conflict, "Save with these choices");
	expect(saved.getByRole("region", { name: "Metadata" }).textContent).toContain("Saved. The tenant now holds 1 key.");
	expect(saved.getByRole("region", { name: "Metadata" }).textContent).toContain("Changes ticket");
	expect(await one.metadata()).toEqual({ ticket: "HD-3" });

	const viewer = await visit("viewer");
	const seen = await viewer.open(`/sessions/${one.id}`);
	expect(seen.getByRole("region", { name: "Metadata" }).textContent).toContain("HD-3");
	expect(within(seen.getByRole("main")).queryByRole("button", { name: /Save|Add|Clear all|End session/ })).toBeNull();
});

test("a key is set on several sessions of a user after a preview of each change", async ({ visit }) => {
	const editor = await visit("editor");
	const chosen = new URLSearchParams([...[["user", one.userId]], ...[one, two].map(({ id }) => ["session", id])]);
	const form = await editor.open(`/sessions/bulk?${chosen}`);
	expect(form.getByRole("list", { name: "Selected sessions" }).textContent).toContain(two.id);
	const preview = await editor.press(form, "Preview changes", { key: "ticket", value: "HD-9" });
	expect(preview.url.pathname).toMatch(/^\/sessions\/bulk\/[\w-]+$/);
	await two.setMetadata({ ticket: "theirs" });
	const done = await editor.press(preview, "Apply to 2 sessions");
	const entries = within(done.getByRole("list", { name: "Sessions" })).getAllByRole("listitem");
	expect(entries.map(({ textContent }) => textContent).join("\n")).toMatch(/Now: theirs/);
	expect([await one.metadata(), await two.metadata()]).toEqual([{ ticket: "HD-9" }, { ticket: "theirs" }]);
	const again = await editor.press(done, "Preview the remaining one again");
	await editor.press(again, "Apply to 1 session");
	expect(await two.metadata()).toEqual({ ticket: "HD-9" });
});
