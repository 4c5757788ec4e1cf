import { expect, test } from "../fixtures";
import { countButtons, linksOf, wordsOf } from "../http/native-form";
import { Visitor } from "../http/visitor";
import { otherConsoleOf, startOtherConsole } from "../running-app/other-console";

test("on a tenant that grants no scope for connections or applications, their pages name it, and nothing else breaks", async ({
	credentials,
}) => {
	const app = await startOtherConsole(credentials, {}, "management_tokens_only");
	try {
		const editor = new Visitor(otherConsoleOf(credentials).origin);
		await editor.signIn(credentials, "editor");
		const list = await editor.open("/connections");
		expect(wordsOf(list)).toContain("The tenant has not granted this console read:connections");
		expect(wordsOf(list)).toContain("has not granted this console create:connections");
		expect(linksOf(list, "New identity provider")).toEqual([]);
		expect(wordsOf(await editor.open("/connections/con_none"))).toContain(
			"The tenant has not granted this console read:connections",
		);
		const form = await editor.open("/connections/new");
		expect(wordsOf(form)).toContain("has not granted this console create:connections");
		expect(countButtons(form, "Create identity provider")).toBe(0);
		expect(wordsOf(await editor.open("/applications"))).toContain(
			"The tenant has not granted this console read:clients",
		);
		const granted = (await editor.open("/connection")).getAllByRole("listitem").map(({ textContent }) => textContent);
		expect(granted).toContainEqual(
			expect.stringMatching(/^Change identity providers, .*update:connectionsWithout: .*missing$/),
		);
		(await editor.open("/refresh-tokens")).getByRole("heading", { level: 1, name: "Refresh tokens" });
	} finally {
		await app.stop();
	}
});
