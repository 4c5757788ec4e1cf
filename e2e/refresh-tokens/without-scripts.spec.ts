import { expect, test } from "../fixtures";
import type { VisitedPage, Visitor } from "../http/visitor";
import { type SampleToken, tokenOf } from "./sample-tokens";

// A browser sends the same form before hydration: views.spec.ts.

let token: SampleToken;
let editor: Visitor;

test.beforeEach(async ({ visit, credentials, managementToken }) => {
	token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
	await token.setMetadata({ device_label: "Phone", note: "one\r\ntwo", trusted: "yes" });
	editor = await visit("editor");
});

const field = (page: VisitedPage, name: string) => page.getByLabelText<HTMLInputElement>(name);
const metadataOf = (page: VisitedPage) => page.getByRole("region", { name: "Metadata" });
const open = () => editor.open(`/refresh-tokens/${token.id}`);

/** One side's changes in a conflict. */
const listed = (page: VisitedPage, side: string) => page.getByText(side, { selector: "p" }).parentElement?.textContent;

test("finds a token and saves its metadata without scripts, with everything typed kept", async () => {
	const search = await editor.open("/refresh-tokens");
	const box = search.getByRole<HTMLInputElement>("searchbox", { name: "User or refresh token" });
	box.value = token.id;
	// Enter presses the form's first button.
	const enter = box.form?.querySelector("button");
	const found = await editor.press(search, enter as HTMLButtonElement);
	expect(found.url.pathname).toBe(`/refresh-tokens/${token.id}`);

	field(found, "Value, row 1").value = "typed first";
	const added = await editor.press(found, "Add row");
	const key = field(added, "Key, row 4");
	expect(key.hasAttribute("autofocus")).toBe(true);
	key.value = "__proto__";
	field(added, "Value, row 4").value = "😀";
	const removed = await editor.press(added, added.getByRole("button", { name: "Remove trusted" }));
	expect(removed.getAllByLabelText(/^Key, row \d+$/)).toHaveLength(3);
	expect(field(removed, "Value, row 1").value).toBe("typed first");
	expect(metadataOf(await editor.press(removed, "Save metadata")).textContent).toContain("Saved.");
	expect(JSON.stringify(await token.metadata())).toBe(
		JSON.stringify(JSON.parse('{"device_label":"typed first","note":"one\\r\\ntwo","__proto__":"😀"}')),
	);
});

test("saves, never removes, when Enter is pressed without scripts", async () => {
	const page = await open();
	const value = field(page, "Value, row 1");
	value.value = "by Enter";
	const first = [...(value.form?.querySelectorAll("button") ?? [])].find((button) => button.type === "submit");
	const saved = await editor.press(page, first as HTMLButtonElement);
	expect(metadataOf(saved).textContent).toContain("Saved.");
	expect(await token.metadata()).toEqual({ device_label: "by Enter", note: "one\r\ntwo", trusted: "yes" });
});

test("shows errors and conflicts without scripts and loses nothing", async () => {
	const page = await open();
	field(page, "Value, row 1").value = "x".repeat(256);
	const refused = await editor.press(page, "Save metadata");
	expect(
		refused
			.getAllByRole("alert")
			.map(({ textContent }) => textContent)
			.join(),
	).toContain("The value has 256 characters");
	expect(field(refused, "Value, row 1").value).toBe("x".repeat(256));

	field(refused, "Value, row 1").value = "mine";
	await token.setMetadata({ device_label: "theirs", note: "one\r\ntwo", trusted: "yes" });
	const conflict = await editor.press(refused, "Save metadata");
	conflict.getByRole<HTMLInputElement>("radio", { name: "Yours: mine" }).checked = true;
	const saved = await editor.press(conflict, "Save with these choices");
	expect(metadataOf(saved).textContent).toContain("Saved.");
	expect(await token.metadata()).toEqual({ device_label: "mine", note: "one\r\ntwo", trusted: "yes" });
});

test("shows what both did where they touched different keys, and saves both, without scripts", async () => {
	const page = await open();
	field(page, "Value, row 1").value = "mine";
	await token.setMetadata({ device_label: "Phone", note: "one\r\ntwo", trusted: "no" });
	const conflict = await editor.press(page, "Save metadata");
	expect(listed(conflict, "Theirs")).toContain("Changes trusted from yes to no");
	expect(listed(conflict, "Yours")).toContain("Changes device_label");
	expect(metadataOf(await editor.press(conflict, "Save with these choices")).textContent).toContain("Saved.");
	expect(await token.metadata()).toEqual({ device_label: "mine", note: "one\r\ntwo", trusted: "no" });
});
