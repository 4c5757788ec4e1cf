import type { Locator, Page } from "@playwright/test";
import { makeCertificate } from "@/lib/testing/certificates";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import type { VisitedPage, Visitor } from "../http/visitor";
import { expectToFit } from "../page/widths";
import { sessionsOf, tokensOf } from "../refresh-tokens/sample-tokens";
import { previewAt, previewOf } from "../refresh-tokens/visited-bulk-edit";
import { authorizeAddress } from "../sign-in/authorize";
import { linkTo } from "../sign-in/outbox";
import { result, simulate } from "../try-it/try-it-page";

const LONG_ELEMENT = `an_element_${"of_a_very_long_name_".repeat(12)}`.slice(0, 255);
const GUIDES = [
	"accessibility",
	"application-developer",
	"connections",
	"faults",
	"log-stream",
	"operator",
	"proposals",
	"read-tokens",
	"templates",
	"templates-as-code",
	"try-it",
	"users",
];
const letters = (length: number) => "W".repeat(length);
const words = (length: number) => "Car rental check-in at the airport, ".repeat(10).slice(0, length).trim();
const LONG_METADATA = Object.fromEntries(
	Array.from({ length: 25 }, (_, index) => {
		const start = String.fromCharCode(97 + index);
		return [`${start}${"k".repeat(254)}`, index % 2 ? letters(255) : words(255)];
	}),
);

/** Pages with nothing but the sample's values, or like another one here. */
const alike = <T>(...pages: T[]): T[] => (process.env.LONG ? pages : []);

test("every page fits ten widths with the longest values and with those of the sample: nothing is wider than the window, out of sight, or cut off", async ({
	page,
	signIn,
	visit,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	test.slow();
	// The refusals below.
	allowBrowserError(/400.*\/(authorize|v2\/logout)\?/);
	const management = managementOf(credentials, managementToken);
	const { json } = management;
	const editor = await visit("editor");

	// Templates: made with the console, so that the history has them.
	const form = await editor.open("/templates/new");
	const made: string[] = [];
	for (const name of [letters(255), words(255)]) {
		for (const box of form.document.querySelectorAll<HTMLInputElement>("input[type=checkbox][name]"))
			box.checked = true;
		const created = await editor.press(form, "Create template", { name });
		made.push(created.url.pathname);
	}
	await management.createTemplate(`x${letters(254)}`, { [LONG_ELEMENT]: true, portrait: false }, "C".repeat(4096));

	// The sample tenant's user with the longest name.
	const [user] = await json<{ user_id: string }[]>("GET", "/users-by-email?email=maximiliana.hohenberg%40example.org");

	const tokens = await tokensOf(credentials, managementToken, credentials.sign_ins.user.email);
	const [session] = await sessionsOf(credentials, managementToken, credentials.sign_ins.user.email);
	const [token] = tokens;
	if (!token || !session || !user) throw new Error("The sample tenant has no such token");
	await token.setMetadata(LONG_METADATA);
	await session.setMetadata(LONG_METADATA);

	const opened = await editor.open(made[0] ?? "");
	// The dialog that deletes it has such a button too.
	const propose = opened.document.getElementById("propose") ?? "Propose";
	const proposal = await editor.press(opened, propose, { name: letters(254), reason: letters(200) });

	const client = credentials.clients.web_app?.client_id;
	const url = `https://app.example/${"path/".repeat(380)}`;
	const application = await json<{ client_id: string }>("POST", "/clients", {
		name: letters(255),
		app_type: "regular_web",
		description: letters(140),
		callbacks: [url],
		allowed_logout_urls: [url],
		client_metadata: { [`m${"k".repeat(254)}`]: letters(255) },
	});
	const providerName = `p${"x".repeat(127)}`;
	const provider = await json<{ id: string }>("POST", "/connections", {
		name: providerName,
		strategy: "samlp",
		display_name: letters(128),
		enabled_clients: [application.client_id, client],
		options: {
			signInEndpoint: url,
			issuer: `https://${"idp-".repeat(250)}`,
			signingCert: (await makeCertificate()).certificate,
		},
	});
	const streams = await editor.press(await editor.open("/log-stream"), "Add webhook", {
		name: letters(100),
		url: `https://${"receiver-".repeat(6)}a.invalid/${"hook".repeat(400)}`,
	});
	const webhook = [...streams.document.querySelectorAll<HTMLAnchorElement>("a[href^='/log-stream/']")].at(0);

	const person = encodeURIComponent(user.user_id);
	const mina = encodeURIComponent(token.userId);
	const chosen = `user=${mina}&${tokens.map(({ id }) => `token=${id}`).join("&")}`;
	const templateIds = made.map((path) => path.split("/").at(-1));
	const calls = (await editor.open("/api-calls")).document.querySelector<HTMLAnchorElement>("a[href^='/api-calls/']");
	const entry = (await editor.open("/log")).document.querySelector<HTMLAnchorElement>("a[href^='/log/']");
	const ofSession = `user=${mina}&session=${session.id}`;
	const longEntry = { key: `a${"k".repeat(254)}`, value: words(255) };
	const samlApp = `/applications/${credentials.clients.saml_app?.client_id}/single-sign-on`;
	/** By Next's name of each page. */
	const pages: Record<string, (string | null | undefined)[]> = {
		"/": ["/"],
		"/templates": ["/templates"],
		"/templates/[id]": [...made.slice(0, 1), ...alike(...made.slice(1))],
		"/templates/new": alike("/templates/new"),
		"/templates/[id]/history": made.map((path) => `${path}/history`).slice(0, process.env.LONG ? 2 : 1),
		"/templates/matrix": ["/templates/matrix"],
		"/templates/[id]/try-it": made.map((path) => `${path}/try-it`).slice(0, 1),
		"/templates/compare": [`/templates/compare?a=${templateIds[0]}&b=${templateIds[1]}`],
		"/templates/import": alike("/templates/import"),
		"/templates/import/[id]": await preview(() => previewImport(editor, templateIds[0])),
		"/templates/deleted": alike("/templates/deleted"),
		"/templates/bulk": [`/templates/bulk?template=${templateIds.join("&template=")}`],
		"/templates/bulk/[id]": await preview(() =>
			editor.open(`/templates/bulk?operation=delete&template=${templateIds.join("&template=")}`),
		),
		"/proposals": ["/proposals"],
		"/proposals/[id]": [proposal.url.pathname],
		"/users": ["/users"],
		"/users/[id]": [`/users/${person}`, `/users/${mina}`],
		"/users/[id]/lost-device": [`/users/${mina}/lost-device`],
		"/refresh-tokens": [...alike("/refresh-tokens"), `/refresh-tokens?user=${mina}`],
		"/refresh-tokens/[id]": [`/refresh-tokens/${token.id}`],
		"/refresh-tokens/bulk": [`/refresh-tokens/bulk?${chosen}`],
		"/refresh-tokens/bulk/[id]": await preview(() => previewOf(editor, tokens, longEntry)),
		"/refresh-tokens/revoke": alike(`/refresh-tokens/revoke?${chosen}`),
		"/sessions/[id]": [`/sessions/${session.id}`],
		"/sessions/bulk": alike(`/sessions/bulk?${ofSession}`),
		"/sessions/bulk/[id]": await preview(() => previewAt(editor, `/sessions/bulk?${ofSession}`, longEntry)),
		"/account": ["/account"],
		"/incidents": alike("/incidents"),
		"/incidents/[id]": await preview(async () =>
			editor.press(await editor.open("/incidents"), "Show who they are", { users: `${"w".repeat(60)}@example.org` }),
		),
		"/your-sessions": alike("/your-sessions"),
		"/applications": ["/applications"],
		"/applications/new": alike("/applications/new"),
		"/applications/[id]": [...alike(`/applications/${client}`), `/applications/${application.client_id}`],
		"/applications/[id]/single-sign-on": [samlApp, ...alike(`/applications/${application.client_id}/single-sign-on`)],
		"/applications/[id]/single-sign-on/test": [`${samlApp}/test`],
		"/connections": ["/connections"],
		"/connections/new": alike("/connections/new"),
		"/connections/[id]": [`/connections/${provider.id}`],
		"/connections/[id]/test": alike(`/connections/${provider.id}/test`),
		"/messages": alike("/messages"),
		"/activity": ["/activity"],
		"/log": ["/log"],
		"/log/[id]": [entry?.getAttribute("href")],
		"/log-stream": ["/log-stream"],
		"/log-stream/[id]": [webhook?.getAttribute("href")],
		"/read-tokens": ["/read-tokens"],
		"/api-calls": ["/api-calls"],
		"/api-calls/[id]": [calls?.getAttribute("href")],
		"/connection": ["/connection"],
		"/guides": alike("/guides"),
		"/guides/[name]": alike(...GUIDES.map((name) => `/guides/${name}`)),
		"/search": alike("/search?q=mina"),
		"/[...path]": alike("/nowhere"),
	};
	await signIn(page, "editor");
	await page.goto("/guides");
	await expect(page.getByRole("button", { name: /^Search/ })).toBeVisible();
	for (const path of Object.values(pages).flat()) {
		await goWithin(page, path ?? "");
		await expectToFit(page);
		if (path === "/templates") {
			await page.getByRole("button", { name: /^Actions for W+$/ }).click();
			await expect(page.getByRole("list", { name: /^Actions for W+$/ }).getByRole("link")).not.toHaveCount(0);
			await expectToFit(page);
			await page.keyboard.press("Escape");
		}
		if (path === made[0]) await expectPartsToFit(page);
		if (path?.endsWith("/try-it")) {
			await simulate(page, "Altered attribute");
			await unfold(result(page));
			await expectToFit(page);
		}
	}
	for (const path of ["/outbox", ...alike("/sign-in")]) {
		await page.goto(path);
		await expectToFit(page);
	}

	await test.step("on paper a page has the tenant and the date, and nothing to press or to go to", async () => {
		for (const path of ["/users", "/activity", `/refresh-tokens?user=${mina}`, `/refresh-tokens/${token.id}`]) {
			await page.goto(path);
			await page.emulateMedia({ media: "print", colorScheme: "dark" });
			await expect(page.getByRole("banner")).toHaveText(
				/^Sample tenant\s+Embedded sample\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
				{ useInnerText: true },
			);
			const title = await page.getByRole("heading", { level: 1 }).boundingBox();
			const kind = await page.getByRole("banner").getByText("Embedded sample").boundingBox();
			expect(title?.y, `the title of ${path}`).toBeGreaterThanOrEqual((kind?.y ?? 0) + (kind?.height ?? 0));
			for (const role of ["button", "navigation", "search", "searchbox", "combobox"] as const) {
				await expect(page.getByRole(role), `${role} on ${path}`).toHaveCount(0);
			}
			if (path === "/activity") await expect(page.getByRole("main").locator("summary").first()).toBeVisible();
			await page.emulateMedia({ media: "screen", colorScheme: "light" });
		}
	});

	await test.step("the service's own pages fit with the longest name of an application, in the console's font", async () => {
		const of = { client_id: application.client_id, redirect_uri: url };
		const fonts = () =>
			page.evaluate(() => {
				const [first = ""] = getComputedStyle(document.body).fontFamily.split(",");
				const family = first.replaceAll('"', "");
				const [face] = [...document.fonts].filter((face) => face.family.replaceAll('"', "") === family);
				return `${family.toLowerCase()} ${face?.status}`;
			});
		expect(await fonts()).toBe("inter loaded");
		const opened = async (address: string, title: string) => {
			await page.goto(address);
			await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
			await expectToFit(page);
		};
		await opened(`${credentials.auth_url}/oidc/logout?client_id=${of.client_id}`, "Sign out");
		await page.context().clearCookies();
		const elsewhere = "https://elsewhere.example/";
		const leaving = new URLSearchParams({ client_id: of.client_id, returnTo: elsewhere });
		await opened(`${credentials.auth_url}/v2/logout?${leaving}`, "Signing out of W");
		await opened(authorizeAddress(credentials, "web_app", { ...of, redirect_uri: elsewhere }), "Signing in to W");
		await opened(authorizeAddress(credentials, "web_app", { ...of, screen_hint: "signup" }), "Sign up");
		await opened(authorizeAddress(credentials, "web_app", of), "Sign in to W");
		await expect.poll(fonts).toBe("inter loaded");
		await page.getByRole("link", { name: "Forgot your password?" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toContainText("Forgot your password?");
		await expectToFit(page);
		if (!process.env.LONG) return;
		await page.getByRole("textbox", { name: "Email" }).fill(credentials.sign_ins.user.email);
		await page.getByRole("button", { name: "Send link" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toContainText("Check your inbox");
		await expectToFit(page);
		await opened(await linkTo(editor, credentials.sign_ins.user.email), "Choose a new password");
	});
});

/** What is opened of a template's form: its other tabs with all that they fold, and the dialog of its deletion. */
async function expectPartsToFit(page: Page): Promise<void> {
	for (const name of ["Advice", "Request", "Try it"]) {
		await page.getByRole("tab", { name, exact: true }).click();
		const tab = page.getByRole("tabpanel", { name, exact: true });
		await unfold(tab);
		await expectToFit(page);
	}
	await page.getByRole("button", { name: "Delete template" }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectToFit(page);
	await page.keyboard.press("Escape");
}

async function unfold(part: Locator): Promise<void> {
	await part.evaluate((within) => {
		for (const folded of within.querySelectorAll("details")) folded.open = true;
	});
}

/** The page of a preview, which is like others here. */
async function preview(open: () => Promise<VisitedPage>): Promise<string[]> {
	return process.env.LONG ? [(await open()).url.pathname] : [];
}

/** Of a folder with a long name that is not there yet, and a file that can't be read. @param id of a template */
async function previewImport(editor: Visitor, id = ""): Promise<VisitedPage> {
	const { html, url } = await editor.open(`/templates/${id}/json`);
	const body = new FormData();
	for (const [name, text] of [
		["new", JSON.stringify({ ...JSON.parse(html), name: `i${letters(254)}` })],
		[letters(200), "{"],
	]) {
		body.append("folder", new File([text ?? ""], `templates/${name}.json`));
	}
	const headers = { origin: url.origin, referer: new URL("/templates/import", url).href };
	return editor.open("/templates/import/upload", { method: "POST", body, headers });
}

/** Navigates as a link of the page would. */
async function goWithin(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => window.next.router.push(to), path);
	await page.waitForURL(path);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
