import { expect, test } from "../fixtures";
import { follow, submit, wordsOf } from "../http/native-form";
import { Visitor } from "../http/visitor";
import { startSecondApp } from "../running-app/second-app";

test("a tenant that allows two requests a second lets an application be created, edited and rotated", async () => {
	test.slow();
	const app = await startSecondApp({ RATE_LIMIT: "", RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_SECOND: "2" });
	try {
		const editor = new Visitor(app.credentials.address);
		// A page that makes no call to the tenant.
		await editor.signIn(app.credentials, "editor", "/your-sessions");
		const form = await editor.open("/applications/new");
		const created = await submit(editor, form, "Create application", { Name: "Slow" });
		expect(wordsOf(created)).toContain("Application created");
		const page = await follow(editor, created, "Open the application");
		const saved = await submit(editor, page, "Save changes", { Description: "but there" });
		expect(wordsOf(saved)).toContain("Saved.");
		expect(wordsOf(await submit(editor, page, "Rotate secret"))).toContain("The secret was rotated");
	} finally {
		await app.stop();
	}
});
