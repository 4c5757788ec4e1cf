import type { Locator, Page } from "@playwright/test";
import { makeCertificate } from "@/lib/testing/certificates";
import { makeApplication } from "../applications/applications-page";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { fillIn } from "../sign-in/authorize";

const name = (what: string) => `${what} ${Date.now()}`;
const CALLBACK = "https://sp.example/acs";

const result = (page: Page): Locator => page.getByRole("region", { name: /^Result/ });
const check = (page: Page, what: string): Locator =>
	page.getByRole("list", { name: "Checks" }).getByRole("listitem").filter({ hasText: what });

type Person = { email: string; password: string };

/** Begins a test and signs in at the tenant, whoever the browser is signed in as there. */
async function signInForTest(page: Page, { email, password }: Person): Promise<void> {
	await page.getByRole("checkbox", { name: "Ask for credentials even where this browser is signed in" }).check();
	await page.getByRole("button", { name: "Test sign-in" }).click();
	await fillIn(page, email, password);
}

/** The answer that a page of the tenant would post to this console, kept from being posted. */
async function heldBack(page: Page, path: string, person: Person): Promise<Record<string, string>> {
	const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(path));
	await page.route(`**${path}`, (route) =>
		route.fulfill({ status: 200, contentType: "text/html", body: "<p>held</p>" }),
	);
	await signInForTest(page, person);
	const fields = new URLSearchParams((await posted).postData() ?? "");
	await page.getByText("held").waitFor();
	await page.unroute(`**${path}`);
	return Object.fromEntries(fields);
}

for (const scripts of [true, false]) {
	test.describe(scripts ? "with scripts" : "without scripts", () => {
		test.use({ javaScriptEnabled: scripts });

		for (const [handle, protocol] of [
			["saml_app", "SAML 2.0"],
			["wsfed_app", "WS-Federation"],
		] as const) {
			test(`a sign-in by ${protocol} is tested from the console: the answer is decoded, checked, and shown once`, async ({
				page,
				signIn,
				credentials,
			}) => {
				await signIn(page, "editor");
				await page.goto(`/applications/${credentials.clients[handle]?.client_id}/single-sign-on`);
				await page.getByRole("link", { name: "Test sign-in" }).click();
				await expect(page.getByRole("heading", { level: 1, name: "Test sign-in" })).toBeVisible();
				await signInForTest(page, credentials.sign_ins.editor);
				// The answer posts itself by a script.
				if (!scripts) await page.getByRole("button").click();
				await expect(result(page)).toContainText("This answer is good");
				await expect(check(page, "Signature")).toContainText("by the tenant's current certificate");
				await expect(page.getByRole("region", { name: /^Attributes/ })).toContainText("editor@example.com");
				await expect(page.getByRole("region", { name: "Decoded answer" })).toContainText("Assertion");
				if (scripts) await expectAccessible(page);
				await page.reload();
				await expect(page.getByText("It was shown already, or more than ten minutes have passed.")).toBeVisible();
				for (const path of ["/activity", "/api-calls"]) {
					expect(await (await page.request.get(path)).text()).not.toContain("editor@example.com</saml");
				}
			});
		}
	});
}

test("the test address is added to the callbacks by one button, and taken away by another", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, {
		...{ name: name("Address"), callbacks: [CALLBACK], addons: { samlp: { lifetimeInSeconds: 1 } } },
	});
	const callbacks = async () => (await management.json<{ callbacks: string[] }>("GET", `/clients/${id}`)).callbacks;
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on/test`);
	await expect(page.getByRole("button", { name: "Test sign-in" })).toHaveCount(0);
	await page.getByRole("button", { name: "Add the test address to the callbacks" }).click();
	await expect(page.getByRole("button", { name: "Test sign-in" })).toBeVisible();
	expect(await callbacks()).toEqual([CALLBACK, `${credentials.address}/sign-in-test/saml`]);
	await page.getByRole("button", { name: "Remove the test address" }).click();
	await expect(page.getByRole("button", { name: "Add the test address to the callbacks" })).toBeVisible();
	expect(await callbacks()).toEqual([CALLBACK]);
});

test("an answer whose time is over fails that check, with what can be done", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const address = `${credentials.address}/sign-in-test/saml`;
	const { client_id: id } = await makeApplication(management, {
		...{ name: name("Expired"), callbacks: [address], addons: { samlp: { lifetimeInSeconds: 1 } } },
	});
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on/test`);
	const { SAMLResponse = "" } = await heldBack(page, "/sign-in-test/saml", credentials.sign_ins.editor);
	await page.goto(`/applications/${id}/single-sign-on/test`);
	await page.getByRole("textbox", { name: "SAML response" }).fill(SAMLResponse);
	await expect(async () => {
		await page.getByRole("button", { name: "Check answer" }).click();
		await expect(check(page, "Not on or after")).toContainText("it has expired", { timeout: 1_000 });
	}).toPass();
	await expect(result(page)).toContainText("An application has to refuse this answer");
	await expect(check(page, "Not on or after")).toContainText("Set a longer lifetime");
});

test("an answer that was tampered with is not read, and an application that signs is tested by pasting", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const address = `${credentials.address}/sign-in-test/saml`;
	const { client_id: id } = await makeApplication(management, {
		...{ name: name("Tampered"), callbacks: [address], addons: { samlp: {} } },
	});
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on/test`);
	const { SAMLResponse = "" } = await heldBack(page, "/sign-in-test/saml", credentials.sign_ins.editor);
	const text = Buffer.from(SAMLResponse, "base64").toString();
	await management.json("PATCH", `/clients/${id}`, {
		addons: { samlp: { signingCert: (await makeCertificate()).certificate } },
	});
	await page.goto(`/applications/${id}/single-sign-on/test`);
	await expect(page.getByText("the tenant takes only requests that the application has signed")).toBeVisible();
	await expect(page.getByRole("button", { name: "Test sign-in" })).toHaveCount(0);
	const area = page.getByRole("textbox", { name: "SAML response" });
	await area.fill(text.replaceAll("editor@example.com", "admin@example.com"));
	await page.getByRole("button", { name: "Check answer" }).click();
	await expect(check(page, "Signature")).toContainText("Nothing else of the answer was read.");
	await expect(page.getByRole("region", { name: /^Attributes/ })).toHaveCount(0);
	await expectAccessible(page);
	await area.fill(text);
	await page.getByRole("button", { name: "Check answer" }).click();
	await expect(page.getByRole("region", { name: /^Attributes/ })).toContainText("editor@example.com");
});

test("an answer is shown to whoever began the test and to nobody else, and is gone when somebody else asks", async ({
	page,
	signIn,
	openContext,
	request,
	credentials,
}) => {
	const id = credentials.clients.saml_app?.client_id;
	await signIn(page, "editor");
	await page.goto(`/applications/${id}/single-sign-on/test`);
	const fields = await heldBack(page, "/sign-in-test/saml", credentials.sign_ins.editor);
	// As a page of another site posts it: without a session.
	const posted = await request.post("/sign-in-test/saml", {
		...{ form: fields, maxRedirects: 0, headers: { origin: "https://tenant.example" } },
	});
	expect(posted.status()).toBe(303);
	const { location = "" } = posted.headers();
	expect(location).toContain("?pickup=");
	const again = await request.post("/sign-in-test/saml", {
		form: fields,
		maxRedirects: 0,
		headers: { origin: "null" },
	});
	expect([again.status(), await again.text()]).toEqual([400, expect.stringContaining("No test of this console waits")]);

	const other = await (await openContext()).newPage();
	await other.goto(location);
	await expect(other).toHaveURL(/\/sign-in\?callbackUrl=.*pickup/);
	await signIn(other, "viewer");
	await other.goto(location);
	await expect(other.getByText("Somebody else began this test.")).toBeVisible();
	await expect(other.getByRole("region", { name: "Result" })).toHaveCount(0);
	await page.goto(location);
	await expect(page.getByText("It was shown already, or more than ten minutes have passed.")).toBeVisible();
});

test("what is posted without a test is refused in words, and keeps nothing", async ({ request }) => {
	const headers = { origin: "https://elsewhere.example" };
	const post = (path: string, form: Record<string, string>) =>
		request.post(`/sign-in-test/${path}`, { form, headers, maxRedirects: 0 });
	const answers = [
		[
			await post("saml", { SAMLResponse: "PGEvPg==", RelayState: "AAAAAAAAAAAAAAAAAAAAAA" }),
			400,
			"No test of this console waits",
		],
		[await post("saml", { SAMLResponse: "PGEvPg==", RelayState: "<script>" }), 400, "No test of this console waits"],
		[await post("saml", {}), 400, "The form holds no SAMLResponse and RelayState"],
		[await post("ws-federation", { wresult: "<a/>" }), 400, "The form holds no wresult and wctx"],
		[await post("saml", { SAMLResponse: "A".repeat(450_000), RelayState: "x" }), 413, "larger than 200 KB"],
		[await request.post("/sign-in-test/saml", { data: "{}", headers }), 403, "Refused"],
		[await request.get("/sign-in-test/saml"), 405, "takes only what a form sends to it"],
		[await request.post("/sign-in-test/start", { form: { applicationId: "x" }, headers }), 403, "Refused"],
	] as const;
	for (const [answer, status, words] of answers) {
		expect(answer.status()).toBe(status);
		const text = await answer.text();
		expect(text).toContain(words);
		expect(text).not.toContain("<script>");
	}
});

test("an application without either protocol has nothing to test, and a viewer may test", async ({
	page,
	signIn,
	credentials: { clients, sign_ins },
}) => {
	await signIn(page, "viewer");
	await page.goto(`/applications/${clients.web_app?.client_id}/single-sign-on/test`);
	await expect(page.getByText("so there is nothing to test")).toBeVisible();
	await page.goto(`/applications/${clients.saml_app?.client_id}/single-sign-on/test`);
	await expect(page.getByRole("button", { name: "Remove the test address" })).toHaveCount(0);
	await signInForTest(page, sign_ins.user);
	await expect(page.getByRole("region", { name: /^Attributes/ })).toContainText(sign_ins.user.email);
});
