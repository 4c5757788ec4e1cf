import { type Browser, type BrowserContext, test as base, type Cookie, expect, type Page } from "@playwright/test";
import { type Credentials, fetchManagementToken, readCredentials, type SignInName } from "./running-app/credentials";
import { fillIn } from "./sign-in/authorize";

type TestFixtures = {
	/** Whether a session that an earlier test made may be gone on with. False where sessions are what is tested. */
	reuseSessions: boolean;
	/**
	 * Signs in through the sign-in page, as a person would. The user is no admin and lands on the sign-in page. With the
	 * session of an earlier test no page is opened.
	 */
	signIn: (page: Page, who: SignInName) => Promise<void>;
	/** A second, third … browser profile with its own cookies and cache. Closed at the end. */
	openContext: (options?: Parameters<Browser["newContext"]>[0]) => Promise<BrowserContext>;
	/** Declares that this test provokes an error of the browser whose text matches. All others fail the test. */
	allowBrowserError: (pattern: RegExp) => void;
	browserErrors: { watch: (context: BrowserContext) => void; allow: (pattern: RegExp) => void };
};

type WorkerFixtures = {
	/** Sign-ins and clients of the sample tenant. */
	credentials: Credentials;
	/** A token of the client `management`, to set up and to look over the management interface. */
	managementToken: string;
	/** The session cookies of those who have signed in before. */
	sessions: Map<SignInName, Cookie[]>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
	credentials: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => use(await readCredentials()),
		{ scope: "worker" },
	],

	managementToken: [async ({ credentials }, use) => use(await fetchManagementToken(credentials)), { scope: "worker" }],

	// biome-ignore lint/correctness/noEmptyPattern: see above.
	sessions: [async ({}, use) => use(new Map()), { scope: "worker" }],

	reuseSessions: [true, { option: true }],

	browserErrors: [
		// biome-ignore lint/correctness/noEmptyPattern: see above.
		async ({}, use) => {
			const errors: string[] = [];
			// A page may still ask for its icon while the second app of a test ends.
			const allowed: RegExp[] = [/ERR_CONNECTION_REFUSED.*\/icon\.svg/];
			await use({
				watch(context) {
					context.on("weberror", (error) => errors.push(String(error.error())));
					context.on("console", (message) => {
						if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
					});
				},
				allow: (pattern) => allowed.push(pattern),
			});
			const unexpected = errors.filter((error) => !allowed.some((pattern) => pattern.test(error)));
			expect(unexpected, "errors in the browser").toEqual([]);
		},
		{ auto: true },
	],

	allowBrowserError: async ({ browserErrors }, use) => use(browserErrors.allow),

	context: async ({ context, browserErrors }, use) => {
		browserErrors.watch(context);
		await use(context);
	},

	openContext: async ({ browser, browserErrors }, use) => {
		const opened: BrowserContext[] = [];
		await use(async (options) => {
			const context = await browser.newContext(options);
			browserErrors.watch(context);
			opened.push(context);
			return context;
		});
		await Promise.all(opened.map((context) => context.close()));
	},

	signIn: async ({ credentials, reuseSessions, sessions }, use) =>
		use(async (page, who) => {
			if (reuseSessions && (await goOnWith(sessions.get(who), page))) return;
			const { email, password } = credentials.sign_ins[who];
			await page.goto("/sign-in");
			await page.getByRole("button", { name: "Sign in" }).click();
			await fillIn(page, email, password);
			await page.waitForURL(who === "user" ? /\/sign-in\?.*error=/ : isDashboard);
			const cookies = await page.context().cookies();
			if (reuseSessions)
				sessions.set(
					who,
					cookies.filter(({ name }) => name.startsWith("console.session.")),
				);
		}),
});

export { expect };

/** Goes on with the session of an earlier test, unless there is none or it has ended. */
async function goOnWith(cookies: Cookie[] | undefined, page: Page): Promise<boolean> {
	if (!cookies || cookies.length === 0) return false;
	await page.context().addCookies(cookies);
	return (await page.request.get("/", { maxRedirects: 0 })).status() === 200;
}

function isDashboard(url: URL) {
	return !/^\/(sign-in|login|oidc|authorize|api)(\/|$)/.test(url.pathname);
}
