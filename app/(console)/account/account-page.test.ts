import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { dashboardConfig, heldConfig, roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { requirePermission } from "@/lib/dashboard/session/session";
import { type SignInProvider, startSignInProvider } from "@/lib/dashboard/sign-in/sign-in-provider.test-data";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { browser } from "@/lib/dashboard/testing/next-headers";

const CLAIM = "https://acme.example/roles";
const START = Date.UTC(2026, 0, 1, 10);

let provider: SignInProvider;
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: START });
	provider = await startSignInProvider();
	const values = { editor: ["Console Editor"], support: [], viewer: ["look"] };
	heldConfig.set({ ...dashboardConfig(), viewers: ["vi@example.com"], roleClaim: { name: CLAIM, values } });
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	await clearDashboardState();
	await provider.service.close();
});

const page = consolePages.find(({ route }) => route === "/account");

async function account(): Promise<string> {
	if (!page) throw new Error("There is no such page.");
	const { heading, text } = await renderPage(page, {} as Sample);
	expect(heading).toBe("Account");
	return text;
}

async function signIn(claims: object): Promise<void> {
	browser.session = (await provider.signIn({ claims: { sub: "auth0|1", name: "Ann Lee", ...claims } })).session;
}

test("of a role by claim the page says the value, the claim, since when and until when, and of other claims nothing", async () => {
	await signIn({ [CLAIM]: ["planted-value", "Console Editor"], "https://acme.example/salary": "planted-salary" });
	vi.setSystemTime(START + 3600_000);
	const text = await account();
	expect(text).toContain(`EDITORS names the value “Console Editor” of the claim ${CLAIM}`);
	expect(text).toMatch(
		/Signed in 1 hour ago .*Role ends in 7 hours .*, 8 hours after your last sign-in in any browser\. Sign in again before then/,
	);
	expect(text).toMatch(/Ann Lee.*auth0\|1.*Role editor/);
	expect(text).not.toContain("planted");
});

test("a claim that gives more than a name says what is left afterwards", async () => {
	await signIn({ [CLAIM]: "Console Editor", email: "vi@example.com", email_verified: true });
	expect(await account()).toMatch(/vi@example\.com \(verified\).*From then on your role is viewer\./);
	await signIn({ [CLAIM]: "look", email: "vi@example.com", email_verified: true });
	expect(await account()).toContain("VIEWERS names your verified e-mail address.");
});

test("a role by claim that has ended, beside one by name, is named with its time and a link to have it again", async () => {
	await signIn({ [CLAIM]: "Console Editor", email: "vi@example.com", email_verified: true });
	for (const hours of [1.5, 3, 4.5, 6, 7.5, 9]) {
		vi.setSystemTime(START + hours * 3600_000);
		await account();
	}
	expect(await account()).toMatch(
		/Your role editor ended 1 hour ago .*, 8 hours after your last sign-in\. Sign in again .*Role viewer/,
	);
	const message = expect.stringMatching(
		/Your role is viewer: the role editor ended 8 hours after your last sign-in\. Sign in again\.$/,
	);
	await expect(requirePermission("changeApplications")).rejects.toMatchObject({ reason: "role", message });
	// The role that ended could not do this either.
	await signIn({ [CLAIM]: "look", email: "vi@example.com", email_verified: true });
	expect(await account()).not.toContain("ended");
});

test("a sign-in in another browser is no sign-in of this session", async () => {
	await signIn({ [CLAIM]: "Console Editor" });
	const { session } = browser;
	vi.setSystemTime(START + 3600_000);
	await signIn({ [CLAIM]: "Console Editor" });
	browser.session = session;
	expect(await account()).toMatch(/Signed in 1 hour ago .*Role ends in 8 hours/);
});

test("of a role by ID, or of the sample tenant, the page says so", async () => {
	signInAs("editor");
	expect(await account()).toMatch(
		/E-mail address —.*EDITORS names your ID\..*After a restart with settings that no longer name you/,
	);
	roleOfEmbeddedUser.set(async () => "support");
	expect(await account()).toMatch(
		/Role support Rule The sample tenant stores your role\..*Editing metadata Ending sessions, in Incident and Lost device too/,
	);
});

test("an e-mail address that is not verified is marked", async () => {
	await signIn({ [CLAIM]: "look", email: "vi@example.com", email_verified: false });
	expect(await account()).toMatch(/\(not verified by the tenant\).*names the value “look”/);
});

test("the page says which changes need a second editor, and who may propose", async () => {
	heldConfig.set({ ...dashboardConfig(), viewers: ["vi@example.com"], roleClaim: null });
	const vi2 = { sub: "auth0|2", email: "vi@example.com", email_verified: true };
	await signIn(vi2);
	const none = await account();
	expect(none).toContain("No change needs a second editor here.");
	expect(none).toContain("May propose: editor");
	expect(none).not.toContain("Proposing changes of templates");
	const rule = { kinds: ["request-more", "delete"], attributes: ["portrait", "resident_city"] } as const;
	heldConfig.set({ ...dashboardConfig(), secondEditor: rule, proposers: ["viewer"] });
	const some = await account();
	for (const words of ["requests more than before", "a new request for Photo, City", "the deletion of a template"])
		expect(some).toContain(words);
	expect(some).toContain("No editor may save these alone.");
	expect(some).toContain("May propose: editor, viewer");
	expect(some).toContain("Proposing changes of templates");
	const all = { kinds: ["all", "delete"], attributes: [] } as const;
	heldConfig.set({ ...dashboardConfig(), secondEditor: all, allowsEmergencySave: true });
	const every = await account();
	expect(every).toContain("every change of a template, its purpose too In an emergency an editor may save");
});
