import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures";
import { follow, submit, wordsOf } from "../http/native-form";
import { type VisitedPage, Visitor } from "../http/visitor";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { logIn } from "./authorize";
import { linkTo } from "./outbox";

// One installation whose admins change.
test.describe.configure({ mode: "serial" });

const EMAIL = "new.admin@example.com";
const CHOSEN = "a phrase that nobody guesses";

let app: SecondApp;
test.beforeAll(async () => {
	app = await startSecondApp();
});
test.afterAll(() => app.stop());

/** Opens the templates, is redirected to the sign-in of the console and the tenant, and signs in. */
async function signInWith(visitor: Visitor, email: string, password: string): Promise<VisitedPage> {
	const welcome = await visitor.open("/templates");
	expect(`${welcome.url.pathname}${welcome.url.search}`).toBe("/sign-in?callbackUrl=%2Ftemplates");
	const login = await submit(visitor, welcome, "Sign in");
	login.getByLabelText("Password");
	return logIn(visitor, login, { email, password });
}

test("an added admin can enter; a lesser role, a new password and removal take effect at once", async ({ page }) => {
	// Commands run one after the other.
	test.slow();
	const { address } = app.credentials;
	const admin = (...parameters: string[]) => app.npmRun("admin", ...parameters);
	const passwordIn = (output: string) => /^Password: (\S+)$/m.exec(output)?.[1] ?? "";
	const visitor = new Visitor(address);
	const first = passwordIn(await admin("add", EMAIL, "editor"));
	expect(wordsOf(await signInWith(visitor, EMAIL, first))).toContain("(editor)");

	await page.context().addCookies(visitor.cookies());
	await page.goto(`${address}/templates/new`);
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("Never made");
	await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
	await admin("role", EMAIL, "viewer");
	await page.getByRole("button", { name: "Create template" }).click();
	await expect(page.getByText("Your session has ended")).toBeVisible();
	await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Never made");

	// The tenant's own session has ended too: it prompts for the password.
	const lesser = await signInWith(visitor, EMAIL, first);
	expect(wordsOf(lesser)).toContain("(viewer)");
	expect(wordsOf(lesser)).not.toContain("Never made");

	// A reset ends the same sessions as a role: see `run-admin-command.test.ts`.
	let latest = first;
	if (process.env.LONG) {
		latest = passwordIn(await admin("reset-password", EMAIL));
		const refused = await signInWith(visitor, EMAIL, first);
		expect(refused.getByRole("alert").textContent).toContain("password");
		expect(wordsOf(await logIn(visitor, refused, { email: EMAIL, password: latest }))).toContain("(viewer)");
	}

	await admin("remove", EMAIL);
	const removed = await signInWith(visitor, EMAIL, latest);
	expect(removed.getAllByRole("alert").some(({ textContent }) => textContent?.includes("can't use the console"))).toBe(
		true,
	);
});

test("an admin who has forgotten the password chooses a new one, and is signed out of the console at once", async () => {
	const { address, sign_ins } = app.credentials;
	const { email } = sign_ins.editor;
	const visitor = new Visitor(address);
	await visitor.signIn(app.credentials, "editor");

	const elsewhere = new Visitor(address);
	const login = await submit(elsewhere, await elsewhere.open("/sign-in"), "Sign in");
	const forgot = await follow(elsewhere, login, "Forgot your password?");
	await submit(elsewhere, forgot, "Send link", { Email: email });
	const reset = await elsewhere.open(await linkTo(visitor, email));
	const set = await submit(elsewhere, reset, "Set password", { "New password": CHOSEN });
	set.getByRole("heading", { name: "Your password is set" });

	expect(wordsOf(await signInWith(visitor, email, CHOSEN))).toContain("(editor)");
	// The file that `npm run credentials` prints.
	const { editor, viewer } = JSON.parse(await readFile(join(app.dataDir, "credentials.json"), "utf8")).sign_ins;
	expect(editor).toMatchObject({ email, password: null });
	expect(viewer).toEqual(sign_ins.viewer);
});
