import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type Admin, closeVisitedPages, Visitor } from "./http/visitor";
import { type Credentials, fetchManagementToken } from "./running-app/credentials";
import { READY_WITHIN_MILLISECONDS, type SecondApp, startMainApp } from "./running-app/second-app";
import { testRun } from "./running-app/test-run";

type TestFixtures = {
	/** Whether a test may use a session that an earlier test made. False where sessions are what is tested. */
	reuseSessions: boolean;
	/** Signs in over HTTP, by the forms that an admin would fill in, or reuses an earlier test's session. Opens no page. */
	signIn: (page: Page, admin: Admin) => Promise<void>;
	/** A visitor whose browser runs no scripts, without a browser; signed in where an admin is named. */
	visit: (admin?: Admin) => Promise<Visitor>;
	/** A second, third … browser profile with its own cookies and cache. Closed at the end. */
	openContext: (options?: Parameters<Browser["newContext"]>[0]) => Promise<BrowserContext>;
	/** Declares that this test provokes an error of the browser whose text matches. All others fail the test. */
	allowBrowserError: (pattern: RegExp) => void;
	browserErrors: { watch: (context: BrowserContext) => void; allow: (pattern: RegExp) => void };
	closedPages: undefined;
};

export type WorkerFixtures = {
	/** On how many instances the worker's app runs: two share a database and serve requests in turn. */
	instances: 1 | 2;
	/** The app of this worker, with a data folder of its own: no test of another worker sees or uses up what is in it. */
	app: SecondApp;
	/** Sign-ins and clients of the sample tenant. */
	credentials: Credentials;
	/** A token of the client `management`, to set up and to read back over the management interface. */
	managementToken: string;
	/** Admins who have signed in before. */
	sessions: Map<Admin, Visitor>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
	instances: [1, { option: true, scope: "worker" }],

	app: [
		async ({ instances }, use) => {
			const app = await startMainApp(instances, await testRun());
			await use(app);
			await app.stop();
		},
		{ scope: "worker", timeout: READY_WITHIN_MILLISECONDS },
	],

	baseURL: ({ app }, use) => use(app.credentials.address),

	credentials: [({ app }, use) => use(app.credentials), { scope: "worker" }],

	managementToken: [async ({ credentials }, use) => use(await fetchManagementToken(credentials)), { scope: "worker" }],

	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
	sessions: [async ({}, use) => use(new Map()), { scope: "worker" }],

	reuseSessions: [true, { option: true }],

	browserErrors: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const errors: string[] = [];
			// A page may still request its icon while the second app of a test ends.
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

	closedPages: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			await use(undefined);
			await closeVisitedPages();
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

	visit: async ({ baseURL, credentials, reuseSessions, sessions }, use) =>
		use(async (admin) => {
			const earlier = admin && reuseSessions ? sessions.get(admin) : undefined;
			// A session ends with what an earlier test did, for example where it signed out everywhere.
			if (earlier && (await earlier.isSignedIn())) return earlier.copy();
			const visitor = new Visitor(baseURL ?? "");
			if (admin) await visitor.signIn(credentials, admin);
			if (admin && reuseSessions) sessions.set(admin, visitor.copy());
			return visitor;
		}),

	signIn: async ({ visit }, use) =>
		use(async (page, admin) => {
			const visitor = await visit(admin);
			await page.context().addCookies(visitor.cookies());
		}),
});

export { expect };
