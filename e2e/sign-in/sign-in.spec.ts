import { expect, test } from "../fixtures";
import { fieldOf, submit, wordsOf } from "../http/native-form";
import { buttonOf, type VisitedPage } from "../http/visitor";
import { fillIn, logIn } from "./authorize";

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

const whereTo = ({ url }: VisitedPage) => `${url.pathname}${url.search}`;

test("signed out, every page leads to the sign-in and back", async ({ page, visit, credentials }) => {
	const visitor = await visit();
	for (const path of paths) {
		expect(whereTo(await visitor.open(path))).toBe(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
	}
	await page.goto("/templates");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page).toHaveURL("/templates");
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
});

test("the navigation, the tenant and the person are in sight", async ({ page, signIn, credentials }) => {
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

test("an end user can't enter, and can try another account", async ({ visit, credentials }) => {
	const { user, editor } = credentials.sign_ins;
	const visitor = await visit();
	const login = await submit(visitor, await visitor.open("/sign-in"), "Sign in");
	const refused = await logIn(visitor, login, user);
	expect(whereTo(refused)).toMatch(/^\/sign-in\?error=AccessDenied/);
	expect(refused.getByRole("alert").textContent).toContain("can't enter");
	expect(whereTo(await visitor.open("/templates"))).toMatch(/^\/sign-in\?callbackUrl/);
	const again = await submit(visitor, await visitor.open("/sign-in?error=AccessDenied"), "Sign in");
	const home = await logIn(visitor, again, editor);
	home.getByRole("heading", { level: 1, name: "Overview" });
});

test("a wrong password is refused without saying which part was wrong, and the address stays", async ({
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

test("a sign-in works without scripts, and leads where it was to lead", async ({ openContext, credentials }) => {
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await page.goto("/templates?q=plate");
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.viewer.email, credentials.sign_ins.viewer.password);
	await expect(page).toHaveURL("/templates?q=plate");
});

test("a sign-in that comes back broken is told in words, and the next one leads where the first was to", async ({
	visit,
	credentials,
}) => {
	const visitor = await visit();
	const login = await submit(visitor, await visitor.open("/sign-in?callbackUrl=%2Ftemplates"), "Sign in");
	login.getByLabelText("Password");
	const broken = await visitor.open("/api/auth/callback/identity-service?code=x&state=y");
	expect(whereTo(broken)).toMatch(/^\/sign-in\?/);
	expect(broken.getByRole("alert").textContent).toContain("The sign-in did not complete");
	const next = await submit(visitor, broken, "Sign in");
	expect(whereTo(await logIn(visitor, next, credentials.sign_ins.viewer))).toBe("/templates");
});

test("a sign-in with a cookie that nobody here has set is refused in words", async ({ visit, credentials }) => {
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
		expect(whereTo(page)).toBe("/sign-in?error=Configuration");
		expect(page.getByRole("alert").textContent).toContain("The sign-in did not complete");
	}
});

test("addresses of the sign-in library that the console doesn't use are not there", async ({ credentials }) => {
	for (const step of ["csrf", "session", "providers", "signout", "signin/identity-service", "callback/other", "_log"]) {
		expect((await fetch(`${credentials.address}/api/auth/${step}`)).status, step).toBe(404);
	}
});

test("after signing out that is said, and nowhere else; a copy of the session cookie opens nothing, and the service asks again", async ({
	visit,
}) => {
	const visitor = await visit("editor");
	const copy = await visit();
	for (const { name, value } of visitor.cookies()) {
		if (name.startsWith("console.session")) copy.keepCookie(name, value);
	}
	expect(whereTo(await copy.open("/templates"))).toBe("/templates");
	const out = await submit(visitor, await visitor.open("/"), "Sign out");
	expect(whereTo(out)).toBe("/sign-in");
	expect(whereTo(await copy.open("/templates"))).toMatch(/^\/sign-in\?callbackUrl/);
	out.getByText("You are signed out.");
	const asked = await submit(visitor, out, "Sign in");
	asked.getByLabelText("Password");
	for (const who of [visitor, await visit()]) {
		expect(wordsOf(await who.open("/sign-in")), "no sign-out led here").not.toMatch(/signed out|session/);
	}
});

test("the session is an httpOnly cookie whose name carries the port", async ({ request, credentials }) => {
	const headers = { origin: credentials.address };
	const login = await request.post("/sign-in/start", { form: { callbackUrl: "/" }, headers });
	const { pathname } = new URL(login.url());
	const home = await request.post(`${pathname}/continue`, { form: credentials.sign_ins.editor, headers });
	expect(new URL(home.url()).pathname).toBe("/");
	const { port } = new URL(credentials.address);
	const session = (await request.storageState()).cookies.find(({ name }) => name === `console.session.${port}`);
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

	test("a theme is remembered and applied by the server", async ({ visit }) => {
		const visitor = await visit("viewer");
		const page = await visitor.open("/");
		const themeOf = ({ document }: VisitedPage) => document.documentElement.getAttribute("data-theme");
		const isPressed = (shown: VisitedPage, theme: string) => buttonOf(shown, theme).getAttribute("aria-pressed");
		expect([isPressed(page, "System"), themeOf(page)]).toEqual(["true", "system"]);
		const dark = await submit(visitor, page, "Dark");
		expect([isPressed(dark, "Dark"), themeOf(dark)]).toEqual(["true", "dark"]);
		expect(themeOf(await visitor.open("/templates"))).toBe("dark");
	});

	test("every page forbids framing, sniffing and foreign scripts, and is not stored", async ({ visit }) => {
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
