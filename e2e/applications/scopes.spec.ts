import { expect, test } from "../fixtures";
import { countButtons, follow, linksOf, submit, wordsOf } from "../http/native-form";
import { Visitor } from "../http/visitor";
import { otherConsoleOf, startOtherConsole } from "../running-app/other-console";
import { startSecondApp } from "../running-app/second-app";

test("on a tenant that lets the console read alone, applications are shown and nothing is offered", async ({
	credentials,
}) => {
	const app = await startOtherConsole(credentials, {}, "management_read_only");
	try {
		const editor = new Visitor(otherConsoleOf(credentials).origin);
		await editor.signIn(credentials, "editor");
		const list = await editor.open("/applications");
		expect(wordsOf(list)).toContain("has not granted this console create:clients");
		expect(linksOf(list, "New application")).toEqual([]);
		const shown = await follow(editor, list, "Storefront");
		expect(wordsOf(shown)).toContain("has not granted this console update:clients");
		shown.getByRole("region", { name: "API access" });
		for (const button of ["Save changes", "Rotate secret", "Delete application"]) {
			expect(countButtons(shown, button), button).toBe(0);
		}
	} finally {
		await app.stop();
	}
});

test("a tenant that allows two requests a second lets an application be created, edited and rotated", async () => {
	test.slow();
	const limits = { RATE_LIMIT: "", RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_SECOND: "2" };
	const app = await startSecondApp(limits);
	try {
		const editor = new Visitor(app.credentials.address);
		await editor.signIn(app.credentials, "editor");
		const form = await editor.open("/applications/new");
		const created = await submit(editor, form, "Create application", { Name: "Slow" });
		expect(wordsOf(created)).toContain("“Slow” was created");
		const page = await follow(editor, created, "Open the application");
		const saved = await submit(editor, page, "Save changes", { Description: "but there" });
		expect(wordsOf(saved)).toContain("Saved.");
		expect(wordsOf(await submit(editor, page, "Rotate secret"))).toContain("The secret was rotated");
	} finally {
		await app.stop();
	}
});
