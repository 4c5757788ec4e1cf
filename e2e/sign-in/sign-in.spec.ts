import { expect, test } from "../fixtures";
import { fieldOf, submit, wordsOf } from "../http/native-form";
import { buttonOf, type VisitedPage } from "../http/visitor";
import { fillIn, logIn } from "./authorize";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

const paths = [
	"/",
	"/templates",
	"/templates/new",
	"/templates/vct_1",
	"/refresh-tokens",
	"/refresh-tokens/dcr_1",
	"/users",
	"/users/auth0%7C1",
	"/connection",
	"/incidents",
	"/proposals",
	"/proposals/2026-01-01T00:00:00.000Z-000-x",
	"/activity",
	"/api-calls",
	"/log",
];

const targetOf = ({ url }: VisitedPage) => `${url.pathname}${url.search}`;

test("signed out, every page redirects to the sign-in and back", async ({ page, visit, credentials }) => {
	const visitor = await visit();
	for (const path of paths) {
		expect(targetOf(await visitor.open(path))).toBe(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
	}
	await page.goto("/templates");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page).toHaveURL("/templates");
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
});

test("the navigation, the tenant and the admin are visible", async ({ page, signIn, credentials }) => {
	await signIn(page, "viewer");
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
	for (const name of ["Overview", "Templates", "Refresh tokens", "Connection"]) {
		await expect(page.getByRole("navigation").getByRole("link", { name, exact: true })).toBeVisible();
	}
	await expect(page.getByText("embedded")).toBeVisible();
	await page.getByText("Account", { exact: true }).click();
	const account = page.getByRole("group").filter({ hasText: "Account" });
	for (const text of ["Vera Lindqvist", credentials.sign_ins.viewer.email, "(viewer)"])
		await expect(account.getByText(text, { exact: true })).toBeVisible();
});

test("an end user can't enter, is told which account was refused, and reaches the page that was asked for by another account", async ({
	visit,
	credentials,
}) => {
	const { user, editor } = credentials.sign_ins;
	const visitor = await visit();
	const asked = "/templates?q=age";
	const login = await submit(visitor, await visitor.open(asked), "Sign in");
	const refused = await logIn(visitor, login, user);
	expect(targetOf(refused)).toBe("/sign-in?error=AccessDenied");
	expect(refused.getByRole("alert").textContent).toMatch(/can't use the console.*You signed in as/);
	expect(refused.getByRole("alert").textContent).toContain(user.email);
	expect(targetOf(await visitor.open("/templates"))).toMatch(/^\/sign-in\?callbackUrl/);
	const again = await submit(visitor, await visitor.open("/sign-in?error=AccessDenied"), "Sign in");
	const entered = await logIn(visitor, again, editor);
	expect(targetOf(entered)).toBe(asked);
	// By a link alone, nobody was refused.
	const other = await (await visit()).open("/sign-in?error=AccessDenied");
	expect(other.html).not.toContain("can't use the console");
	other.getByText(/^Only the tenant's admins can enter the console\./);
});

test("a wrong password is refused without stating which part was wrong, and the email stays", async ({
	visit,
	credentials,
}) => {
	const visitor = await visit();
	let page = await submit(visitor, await visitor.open("/sign-in"), "Sign in");
	for (const email of [credentials.sign_ins.editor.email, "nobody@example.com"]) {
		page = await logIn(visitor, page, { email, password: "not the password" });
		page.getByText("Wrong email or password.");
		expect(fieldOf(page, "Email").value).toBe(email);
		expect(fieldOf(page, "Password").value).toBe("");
	}
});

test("a sign-in works without scripts, and ends at the requested page", async ({ openContext, credentials }) => {
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await page.goto("/templates?q=plate");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.viewer.email, credentials.sign_ins.viewer.password);
	await expect(page).toHaveURL("/templates?q=plate");
});

test("a callback that fails is reported in words, and the next sign-in ends where the first was to end", async ({
	visit,
	credentials,
}) => {
	const visitor = await visit();
	const login = await submit(visitor, await visitor.open("/sign-in?callbackUrl=%2Ftemplates"), "Sign in");
	login.getByLabelText("Password");
	const broken = await visitor.open("/api/auth/callback/identity-service?code=x&state=y");
	expect(targetOf(broken)).toMatch(/^\/sign-in\?/);
	expect(broken.getByRole("alert").textContent).toContain("The sign-in did not complete");
	const next = await submit(visitor, broken, "Sign in");
	expect(targetOf(await logIn(visitor, next, credentials.sign_ins.viewer))).toBe("/templates");
});

test("a sign-in with a forged cookie is refused in words", async ({ visit, credentials }) => {
	const { port } = new URL(credentials.address);
	const begin = async () => {
		const visitor = await visit();
		visitor.keepCookie(`console.callback-url.${port}`, "javascript:0");
		return visitor;
	};
	const [one, other] = [await begin(), await begin()];
	for (const page of [
		await submit(one, await one.open("/sign-in"), "Sign in"),
		await other.open("/api/auth/callback/identity-service?code=x&state=y"),
	]) {
		expect(targetOf(page)).toBe("/sign-in?error=Configuration");
		expect(page.getByRole("alert").textContent).toContain("The sign-in did not complete");
	}
});

test("endpoints of the sign-in library that the console doesn't use are 404", async ({ credentials }) => {
	for (const step of ["csrf", "session", "providers", "signout", "signin/identity-service", "callback/other", "_log"]) {
		expect((await fetch(`${credentials.address}/api/auth/${step}`)).status, step).toBe(404);
	}
});

test("a sign-out is confirmed once, on the page it ends at; a copy of the session cookie opens nothing, and the service prompts for the password again", async ({
	visit,
}) => {
	const visitor = await visit("editor");
	const copy = await visit();
	for (const { name, value } of visitor.cookies()) {
		if (name.startsWith("console.session")) copy.keepCookie(name, value);
	}
	expect(targetOf(await copy.open("/templates"))).toBe("/templates");
	const out = await submit(visitor, await visitor.open("/"), "Sign out");
	expect(targetOf(out)).toBe("/sign-in");
	expect(targetOf(await copy.open("/templates"))).toMatch(/^\/sign-in\?callbackUrl/);
	out.getByText("You are signed out.");
	const login = await submit(visitor, out, "Sign in");
	login.getByLabelText("Password");
	for (const each of [visitor, await visit()]) {
		expect(wordsOf(await each.open("/sign-in")), "not after a sign-out").not.toMatch(/signed out|session/);
	}
});

test("the session is an httpOnly cookie whose name contains the port", async ({ request, credentials }) => {
	const headers = { origin: credentials.address };
	const login = await request.post("/sign-in/start", { form: { callbackUrl: "/" }, headers });
	const { pathname } = new URL(login.url());
	const home = await request.post(`${pathname}/continue`, { form: credentials.sign_ins.editor, headers });
	expect(new URL(home.url()).pathname).toBe("/");
	const { port } = new URL(credentials.address);
	const session = (await request.storageState()).cookies.find(({ name }) => name === `console.session.${port}`);
	expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
});

test("a read at another name of this host is redirected to the canonical one", async ({ credentials }) => {
	const other = credentials.address.replace("localhost", "127.0.0.1");
	for (const path of ["/templates?x=1", "/api/v2/clients", "/.well-known/openid-configuration"]) {
		const response = await fetch(other + path, { redirect: "manual" });
		expect(response.status).toBe(307);
		expect(response.headers.get("location")).toBe(credentials.address + path);
	}
});

test("a path that cannot be decoded is not a server error", async ({ credentials, managementToken }) => {
	const headers = { authorization: `Bearer ${managementToken}`, cookie: "" };
	for (const path of ["/templates/%ff", "/refresh-tokens/%E0%A4%A", "/login/%", "/nowhere/%ff", "/_next/static/%ff"]) {
		const response = await fetch(credentials.address + path, { redirect: "manual", headers });
		expect(response.status, path).toBeLessThan(500);
	}
	for (const path of ["/users/%ff", "/refresh-tokens/%E0%A4%A", "/verifiable-credentials/verification/templates/%"]) {
		const response = await fetch(credentials.base_url + path, { headers });
		expect([400, 404], path).toContain(response.status);
		expect(await response.json()).toMatchObject({ statusCode: response.status, message: expect.any(String) });
	}
});

test("foreign, null and missing origins are refused on every endpoint that writes", async ({ credentials }) => {
	const forms = ["continue", "code", "consent", "signup", "forgotten"].map((form) => `/login/x/${form}`);
	const links = ["/dbconnections/verify", "/dbconnections/reset"];
	for (const path of ["/sign-in/start", "/sign-out", "/theme", "/templates/new", ...forms, ...links]) {
		for (const origin of ["https://evil.example", "null", undefined]) {
			const headers: Record<string, string> = origin ? { origin } : {};
			const response = await fetch(credentials.address + path, { method: "POST", redirect: "manual", headers });
			expect(response.status, `${path} from ${origin}`).toBe(403);
		}
	}
});

test.describe("with a shared session", () => {
	test.use({ reuseSessions: true });

	test("a theme is stored and applied by the server", async ({ visit }) => {
		const visitor = await visit("viewer");
		const page = await visitor.open("/");
		const themeOf = ({ document }: VisitedPage) => document.documentElement.getAttribute("data-theme");
		const isPressed = (shown: VisitedPage, theme: string) => buttonOf(shown, theme).getAttribute("aria-pressed");
		expect([isPressed(page, "System"), themeOf(page)]).toEqual(["true", "system"]);
		const dark = await submit(visitor, page, "Dark");
		expect([isPressed(dark, "Dark"), themeOf(dark)]).toEqual(["true", "dark"]);
		expect(themeOf(await visitor.open("/templates"))).toBe("dark");
	});

	test("every page forbids framing, sniffing, foreign scripts and caching", async ({ visit }) => {
		const visitor = await visit("editor");
		for (const path of ["/", "/templates", "/templates/new", "/refresh-tokens", "/connection", "/nowhere"]) {
			const { headers } = await visitor.open(path);
			expect(headers.get("content-security-policy")).toMatch(/script-src 'nonce-[\w=+/]+' 'strict-dynamic'/);
			expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
			expect(headers.get("content-security-policy")).toContain("form-action 'self'");
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("referrer-policy")).toBe("same-origin");
			expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
			expect(headers.get("cache-control")).toContain("no-store");
			expect(headers.get("x-powered-by")).toBeNull();
		}
	});
});
