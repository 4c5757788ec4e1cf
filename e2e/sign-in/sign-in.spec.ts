import { expect, test } from "../fixtures";
import { signOut } from "../page/sign-out";
import { fillIn, signInByForm } from "./authorize";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

const paths = [
	"/",
	"/templates",
	"/templates/new",
	"/templates/vct_1",
	"/refresh-tokens",
	"/refresh-tokens/dcr_1",
	"/connection",
	"/activity",
	"/api-calls",
];

test("signed out, every page leads to the sign-in and back", async ({ page, credentials }) => {
	for (const path of paths) {
		await page.goto(path);
		await expect(page).toHaveURL(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
	}
	await page.goto("/templates");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page).toHaveURL("/templates");
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
});

test("the navigation, the tenant and the person are in sight", async ({ page, credentials }) => {
	await signInByForm(page, credentials.sign_ins.viewer);
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
	for (const name of ["Overview", "Templates", "Refresh tokens", "Connection"]) {
		await expect(page.getByRole("navigation").getByRole("link", { name, exact: true })).toBeVisible();
	}
	await expect(page.getByText("embedded")).toBeVisible();
	await expect(page.getByText("(viewer)")).toBeVisible();
});

test("an end user can't enter, and can try another account", async ({ page, credentials }) => {
	await signInByForm(page, credentials.sign_ins.user);
	await expect(page).toHaveURL(/\/sign-in\?error=AccessDenied/);
	await expect(page.getByRole("alert").filter({ hasText: "can't enter" })).toBeVisible();
	await page.goto("/templates");
	await expect(page).toHaveURL(/\/sign-in\?callbackUrl/);
	await page.goto("/sign-in?error=AccessDenied");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

test("a wrong password is refused without saying which part was wrong, and the address stays", async ({
	page,
	credentials,
}) => {
	await page.goto("/sign-in");
	await page.getByRole("button", { name: "Sign in" }).click();
	for (const email of [credentials.sign_ins.editor.email, "nobody@example.com"]) {
		await fillIn(page, email, "not the password");
		await expect(page.getByText("Wrong email or password.")).toBeVisible();
		await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
		await expect(page.getByLabel("Password")).toHaveValue("");
	}
});

test("a sign-in works without scripts, and leads where it was to lead", async ({ openContext, credentials }) => {
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await page.goto("/templates?q=plate");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.viewer.email, credentials.sign_ins.viewer.password);
	await expect(page).toHaveURL("/templates?q=plate");
});

test("a sign-in that comes back broken is told in words, and the next one leads where the first was to", async ({
	page,
	credentials,
}) => {
	await page.goto("/sign-in?callbackUrl=%2Ftemplates");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByLabel("Password")).toBeVisible();
	await page.goto("/api/auth/callback/identity-service?code=x&state=y");
	await expect(page).toHaveURL(/\/sign-in\?/);
	await expect(page.getByRole("alert").filter({ hasText: "The sign-in did not complete" })).toBeVisible();
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.viewer.email, credentials.sign_ins.viewer.password);
	await expect(page).toHaveURL("/templates");
});

test("a sign-in with a cookie that nobody here has set is refused in words", async ({ page, context, credentials }) => {
	const { port } = new URL(credentials.address);
	await context.addCookies([{ name: `console.callback-url.${port}`, value: "javascript:0", url: credentials.address }]);
	for (const start of ["/sign-in", "/api/auth/callback/identity-service?code=x&state=y"]) {
		await page.goto(start);
		if (start === "/sign-in") await page.getByRole("button", { name: "Sign in" }).click();
		await expect(page).toHaveURL("/sign-in?error=Configuration");
		await expect(page.getByRole("alert").filter({ hasText: "The sign-in did not complete" })).toBeVisible();
	}
});

test("addresses of the sign-in library that the console doesn't use are not there", async ({ credentials }) => {
	for (const step of ["csrf", "session", "providers", "signout", "signin/identity-service", "callback/other", "_log"]) {
		expect((await fetch(`${credentials.address}/api/auth/${step}`)).status, step).toBe(404);
	}
});

test("after signing out a copy of the session cookie opens nothing, and the service asks again", async ({
	page,
	context,
	credentials,
	openContext,
}) => {
	await signInByForm(page, credentials.sign_ins.editor);
	await expect(page).toHaveURL("/");
	const cookies = await context.cookies();
	await signOut(page);
	await expect(page).toHaveURL(/\/sign-in$/);
	const copy = await openContext();
	await copy.addCookies(cookies.filter(({ name }) => name.startsWith("console.session")));
	const copied = await copy.newPage();
	await copied.goto("/templates");
	await expect(copied).toHaveURL(/\/sign-in\?callbackUrl/);
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByLabel("Password")).toBeVisible();
});

test("the session is an httpOnly cookie whose name carries the port", async ({ page, context, credentials }) => {
	await signInByForm(page, credentials.sign_ins.editor);
	await expect(page).toHaveURL("/");
	const port = new URL(credentials.address).port;
	const session = (await context.cookies()).find(({ name }) => name === `console.session.${port}`);
	expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
});

test("a read under another name of this host is sent to the one address", async ({ credentials }) => {
	const other = credentials.address.replace("localhost", "127.0.0.1");
	for (const path of ["/templates?x=1", "/api/v2/clients", "/.well-known/openid-configuration"]) {
		const answer = await fetch(other + path, { redirect: "manual" });
		expect(answer.status).toBe(307);
		expect(answer.headers.get("location")).toBe(credentials.address + path);
	}
});

test("a path that cannot be decoded names nothing, and is no error of the server", async ({
	credentials,
	managementToken,
}) => {
	const headers = { authorization: `Bearer ${managementToken}`, cookie: "" };
	for (const path of ["/templates/%ff", "/refresh-tokens/%E0%A4%A", "/login/%", "/nowhere/%ff", "/_next/static/%ff"]) {
		const answer = await fetch(credentials.address + path, { redirect: "manual", headers });
		expect(answer.status, path).toBeLessThan(500);
	}
	for (const path of ["/users/%ff", "/refresh-tokens/%E0%A4%A", "/verifiable-credentials/verification/templates/%"]) {
		const answer = await fetch(credentials.base_url + path, { headers });
		expect([400, 404], path).toContain(answer.status);
		expect(await answer.json()).toMatchObject({ statusCode: answer.status, message: expect.any(String) });
	}
});

test("foreign, null and missing origins are refused on everything that changes something", async ({ credentials }) => {
	const forms = ["continue", "code", "consent", "signup", "forgotten"].map((form) => `/login/x/${form}`);
	const links = ["/dbconnections/verify", "/dbconnections/reset"];
	for (const path of ["/sign-in/start", "/sign-out", "/theme", "/templates/new", ...forms, ...links]) {
		for (const origin of ["https://evil.example", "null", undefined]) {
			const headers: Record<string, string> = origin ? { origin } : {};
			const answer = await fetch(credentials.address + path, { method: "POST", redirect: "manual", headers });
			expect(answer.status, `${path} from ${origin}`).toBe(403);
		}
	}
});

test.describe("with a session that others go on with", () => {
	test.use({ reuseSessions: true });

	test("a theme is remembered and applied by the server", async ({ page, signIn }) => {
		await signIn(page, "viewer");
		await page.goto("/");
		await page.getByText("Account", { exact: true }).click();
		await expect(page.getByRole("button", { name: "System", pressed: true })).toBeVisible();
		await page.getByRole("button", { name: "Dark" }).click();
		await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
		await page.getByText("Account", { exact: true }).click();
		await expect(page.getByRole("button", { name: "Dark", pressed: true })).toBeVisible();
		await page.goto("/templates");
		await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
	});

	test("every page forbids framing, sniffing and foreign scripts, and is not stored", async ({ page, signIn }) => {
		await signIn(page, "editor");
		for (const path of ["/", "/templates", "/templates/new", "/refresh-tokens", "/connection", "/nowhere"]) {
			const answer = await page.request.get(path);
			const headers = answer.headers();
			expect(headers["content-security-policy"]).toMatch(/script-src 'nonce-[\w=+/]+' 'strict-dynamic'/);
			expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
			expect(headers["content-security-policy"]).toContain("form-action 'self'");
			expect(headers["x-content-type-options"]).toBe("nosniff");
			expect(headers["referrer-policy"]).toBe("same-origin");
			expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
			expect(headers["cache-control"]).toContain("no-store");
			expect(headers["x-powered-by"]).toBeUndefined();
		}
	});
});
