import { expect, test } from "../fixtures";
import { Visitor } from "../http/visitor";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { setBox } from "./templates-page";

let app: SecondApp;
test.beforeAll(async () => {
	// Creating, its page, and a save with its two calls: the limit leaves no call for the page after the save.
	app = await startSecondApp({ RATE_LIMIT: "", RATE_LIMIT_BURST: "4", RATE_LIMIT_PER_SECOND: "0.01" });
});
test.afterAll(() => app?.stop());

// Without scripts an action and the page after it are one response.
test("a page that can't be read again after a save shows the form with the save's result", async () => {
	const editor = new Visitor(new URL(app.credentials.address).origin);
	const { email, password } = app.credentials.sign_ins.editor;
	// Signs in by way of the form: the overview would make more calls to the tenant.
	let page = await editor.open("/templates/new");
	page = await editor.press(page, "Sign in");
	page = await editor.press(page, "Continue", { email, password });
	const box = (label: string) => page.getByLabelText<HTMLInputElement>(label, { selector: "input" });
	const save = () => editor.press(page, "Save changes");
	setBox(box("Photo"));
	page = await editor.press(page, "Create template", { name: "Read no more" });
	expect(page.url.pathname).toMatch(/^\/templates\/vct_/);
	setBox(box("City"));
	page = await save();
	const warning = page.getByText(/The page could not be read again/).closest("[role=status]");
	expect(warning?.textContent).toContain("Too many requests. The form below has what you typed");
	expect(page.getByText("Saved.")).toBeTruthy();
	expect([box("City").checked, box("Photo").checked]).toEqual([true, true]);
	setBox(box("Postal code"));
	page = await save();
	expect(page.getAllByText(/Too many requests/, { selector: "[role=alert] *" }).length).toBeGreaterThan(0);
	expect(box("Postal code").checked).toBe(true);
});
