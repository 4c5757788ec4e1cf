import type { Page } from "@playwright/test";
import { makeCertificate } from "@/lib/testing/certificates";
import { makeApplication } from "../applications/applications-page";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { countButtons, follow, submit, wordsOf } from "../http/native-form";
import { buttonOf, type VisitedPage, type Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { fillIn, logIn } from "../sign-in/authorize";
import { CALLBACK, named } from "./single-sign-on-page";

const REAUTHENTICATE = "Ask for credentials even if this browser is signed in";

type Login = { email: string; password: string };

const result = (page: VisitedPage) => page.getByRole("region", { name: /^Result/ }).textContent;
const attributes = (page: VisitedPage) => page.getByRole("region", { name: /^Attributes/ }).textContent;
const hasAttributes = (page: VisitedPage) => page.queryAllByRole("region", { name: /^Attributes/ }).length > 0;
const check = (page: VisitedPage, what: string) => {
	const checks = [...page.getByRole("list", { name: "Checks" }).querySelectorAll("li")];
	return checks.find(({ textContent }) => textContent?.includes(what))?.textContent;
};

/** Begins a test and signs in at the tenant, also over another session. @returns the tenant's page with its response */
async function respondFor(visitor: Visitor, page: VisitedPage, person: Login): Promise<VisitedPage> {
	return logIn(visitor, await submit(visitor, page, "Test sign-in", { [REAUTHENTICATE]: true }), person);
}

/** The response that a page of the tenant would post to this console. */
function responseIn({ document }: VisitedPage): Record<string, string> {
	return Object.fromEntries([...document.querySelectorAll("input")].map(({ name, value }) => [name, value]));
}

/** Sends the response to the console, as a user without scripts does. */
function sendResponse(visitor: Visitor, page: VisitedPage): Promise<VisitedPage> {
	return visitor.press(page, page.getByRole("button"));
}

const checkRegion = (page: Page, name: RegExp) => page.getByRole("region", { name });

for (const [handle, protocol] of [
	["saml_app", "SAML 2.0"],
	["wsfed_app", "WS-Federation"],
] as const) {
	test(`a sign-in by ${protocol} is tested from the console without scripts: the response is decoded, checked, and shown once`, async ({
		visit,
		credentials,
	}) => {
		const editor = await visit("editor");
		const settings = await editor.open(`/applications/${credentials.clients[handle]?.client_id}/single-sign-on`);
		const page = await follow(editor, settings, "Test sign-in");
		page.getByRole("heading", { level: 1, name: "Test sign-in" });
		const shown = await sendResponse(editor, await respondFor(editor, page, credentials.sign_ins.editor));
		expect(result(shown)).toContain("The response is valid");
		expect(check(shown, "Signature")).toContain("by the tenant's current certificate");
		expect(attributes(shown)).toContain("editor@example.com");
		expect(shown.getByRole("region", { name: "Decoded response" }).textContent).toContain("Assertion");
		const again = await editor.open(shown.url);
		expect(wordsOf(again)).toContain("It was shown already, or more than ten minutes have passed.");
		for (const path of ["/activity", "/api-calls"]) {
			expect((await editor.open(path)).html).not.toContain("editor@example.com</saml");
		}
	});
}

test("the test URL is added to the callbacks by one button, and removed by another", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { client_id: id } = await makeApplication(management, {
		name: named("Address"),
		callbacks: [CALLBACK],
		addons: { samlp: { lifetimeInSeconds: 1 } },
	});
	const callbacks = async () => (await management.json<{ callbacks: string[] }>("GET", `/clients/${id}`)).callbacks;
	const editor = await visit("editor");
	const page = await editor.open(`/applications/${id}/single-sign-on/test`);
	expect(countButtons(page, "Test sign-in")).toBe(0);
	const added = await submit(editor, page, "Add the test URL to the callbacks");
	expect(countButtons(added, "Test sign-in")).toBe(1);
	expect(await callbacks()).toEqual([CALLBACK, `${credentials.address}/sign-in-test/saml`]);
	const removed = await submit(editor, added, "Remove the test URL");
	buttonOf(removed, "Add the test URL to the callbacks");
	expect(await callbacks()).toEqual([CALLBACK]);
});

test("an expired response fails that check, with what can be done", async ({ visit, credentials, managementToken }) => {
	const management = managementOf(credentials, managementToken);
	const address = `${credentials.address}/sign-in-test/saml`;
	const { client_id: id } = await makeApplication(management, {
		name: named("Expired"),
		callbacks: [address],
		addons: { samlp: { lifetimeInSeconds: 1 } },
	});
	const editor = await visit("editor");
	const page = await editor.open(`/applications/${id}/single-sign-on/test`);
	const { SAMLResponse = "" } = responseIn(await respondFor(editor, page, credentials.sign_ins.editor));
	let checked = page;
	await expect(async () => {
		const empty = await editor.open(`/applications/${id}/single-sign-on/test`);
		checked = await submit(editor, empty, "Check response", { "SAML response": SAMLResponse });
		expect(check(checked, "Not on or after")).toContain("it expired");
	}).toPass({ intervals: [200] });
	expect(result(checked)).toContain("The response must be refused");
	expect(check(checked, "Not on or after")).toContain("Set a longer lifetime");
});

test("a tampered response is not read, and an application that signs requests is tested by pasting; with scripts too, where a response is shown once", async ({
	page,
	visit,
	credentials,
	managementToken,
}) => {
	const person = credentials.sign_ins.editor;
	const management = managementOf(credentials, managementToken);
	const address = `${credentials.address}/sign-in-test/saml`;
	const { client_id: id } = await makeApplication(management, {
		name: named("Tampered"),
		callbacks: [address],
		addons: { samlp: {} },
	});
	const path = `/applications/${id}/single-sign-on/test`;
	const editor = await visit("editor");
	const response = await respondFor(editor, await editor.open(path), person);
	const text = Buffer.from(responseIn(response).SAMLResponse ?? "", "base64").toString();
	await management.json("PATCH", `/clients/${id}`, {
		addons: { samlp: { signingCert: (await makeCertificate()).certificate } },
	});
	const form = await editor.open(path);
	expect(wordsOf(form)).toContain("the tenant accepts only requests that the application signed");
	expect(countButtons(form, "Test sign-in")).toBe(0);
	const tampered = text.replaceAll("editor@example.com", "admin@example.com");
	const refused = await submit(editor, form, "Check response", { "SAML response": tampered });
	expect(check(refused, "Signature")).toContain("Nothing else of the response was read.");
	expect(hasAttributes(refused)).toBe(false);
	const valid = await submit(editor, refused, "Check response", { "SAML response": text });
	expect(attributes(valid)).toContain("editor@example.com");

	await page.context().addCookies(editor.cookies());
	await page.goto(`/applications/${credentials.clients.saml_app?.client_id}/single-sign-on`);
	await page.getByRole("link", { name: "Test sign-in" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Test sign-in" })).toBeVisible();
	await page.getByRole("checkbox", { name: REAUTHENTICATE }).check();
	await page.getByRole("button", { name: "Test sign-in" }).click();
	await fillIn(page, person.email, person.password);
	await expect(checkRegion(page, /^Result/)).toContainText("The response is valid");
	await expect(checkRegion(page, /^Attributes/)).toContainText(person.email);
	await expectAccessible(page);
	await page.reload();
	await expect(page.getByRole("button", { name: "Check response" })).toBeVisible();
	await expect(checkRegion(page, /^Result/)).toHaveCount(0);

	await page.goto(path);
	const area = page.getByRole("textbox", { name: "SAML response" });
	await area.fill(tampered);
	await page.getByRole("button", { name: "Check response" }).click();
	const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
	await expect(checks.filter({ hasText: "Signature" })).toContainText("Nothing else of the response was read.");
	await expect(checkRegion(page, /^Attributes/)).toHaveCount(0);
	await expectAccessible(page, { within: process.env.LONG ? "html" : "main" });
	await area.fill(text);
	await page.getByRole("button", { name: "Check response" }).click();
	await expect(checkRegion(page, /^Attributes/)).toContainText("editor@example.com");
});

test("a response is shown to the admin who began the test alone, and is deleted when another admin requests it", async ({
	visit,
	request,
	credentials,
}) => {
	const editor = await visit("editor");
	const page = await editor.open(`/applications/${credentials.clients.saml_app?.client_id}/single-sign-on/test`);
	const fields = responseIn(await respondFor(editor, page, credentials.sign_ins.editor));
	// As a page of another site posts it, without a session.
	const received = await request.post("/sign-in-test/saml", {
		form: fields,
		maxRedirects: 0,
		headers: { origin: "https://tenant.example" },
	});
	expect(received.status()).toBe(303);
	const { location = "" } = received.headers();
	expect(location).toContain("?pickup=");
	const again = await request.post("/sign-in-test/saml", {
		form: fields,
		maxRedirects: 0,
		headers: { origin: "null" },
	});
	expect([again.status(), await again.text()]).toEqual([400, expect.stringContaining("No test is waiting for it")]);

	const anonymous = await (await visit()).open(location);
	expect(anonymous.url.href).toMatch(/\/sign-in\?callbackUrl=.*pickup/);
	const other = await (await visit("viewer")).open(location);
	expect(wordsOf(other)).toContain("Someone else started this test.");
	expect(other.queryAllByRole("region", { name: /^Result/ })).toEqual([]);
	const late = await editor.open(location);
	expect(wordsOf(late)).toContain("It was shown already, or more than ten minutes have passed.");
});

test("a response without a test is refused in words, and not stored", async ({ request }) => {
	const headers = { origin: "https://elsewhere.example" };
	const post = (path: string, form: Record<string, string>) =>
		request.post(`/sign-in-test/${path}`, { form, headers, maxRedirects: 0 });
	const responses = [
		[
			await post("saml", { SAMLResponse: "PGEvPg==", RelayState: "AAAAAAAAAAAAAAAAAAAAAA" }),
			400,
			"No test is waiting for it",
		],
		[await post("saml", { SAMLResponse: "PGEvPg==", RelayState: "<script>" }), 400, "No test is waiting for it"],
		[await post("saml", {}), 400, "The form has no SAMLResponse and RelayState"],
		[await post("ws-federation", { wresult: "<a/>" }), 400, "The form has no wresult and wctx"],
		[await post("saml", { SAMLResponse: "A".repeat(450_000), RelayState: "x" }), 413, "larger than 200 KB"],
		[await request.post("/sign-in-test/saml", { data: "{}", headers }), 403, "Refused"],
		[await request.get("/sign-in-test/saml"), 405, "only accepts forms"],
		[await request.post("/sign-in-test/start", { form: { applicationId: "x" }, headers }), 403, "Refused"],
	] as const;
	for (const [response, status, words] of responses) {
		expect(response.status()).toBe(status);
		const text = await response.text();
		expect(text).toContain(words);
		expect(text).not.toContain("<script>");
	}
});

test("an application without either protocol can't be tested, and a viewer may test", async ({
	visit,
	credentials: { clients, sign_ins },
}) => {
	const viewer = await visit("viewer");
	const neither = await viewer.open(`/applications/${clients.web_app?.client_id}/single-sign-on/test`);
	expect(wordsOf(neither)).toContain("so there is nothing to test");
	const page = await viewer.open(`/applications/${clients.saml_app?.client_id}/single-sign-on/test`);
	expect(countButtons(page, "Remove the test URL")).toBe(0);
	const shown = await sendResponse(viewer, await respondFor(viewer, page, sign_ins.user));
	expect(attributes(shown)).toContain(sign_ins.user.email);
});
