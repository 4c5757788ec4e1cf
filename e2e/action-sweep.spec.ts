import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./fixtures";
import { managementOf } from "./management";
import { tokenOf } from "./sample-tokens";
import { startSecondApp } from "./second-app";

const BUILD = join(import.meta.dirname, "..", ".next");
const SIGN_IN = /\/sign-in/;

type Manifest = { node: Record<string, { exportedName?: string }> };

/** Every server action of the build, whatever page it belongs to. */
async function actionsOfBuild(): Promise<string[]> {
	const manifest: Manifest = JSON.parse(await readFile(join(BUILD, "server/server-reference-manifest.json"), "utf8"));
	return Object.keys(manifest.node);
}

/** Every page and handler of the dashboard, from the build. */
async function routesOfBuild(): Promise<{ page: boolean; path: string }[]> {
	const text = await readFile(join(BUILD, "app-path-routes-manifest.json"), "utf8");
	const routes = Object.entries(JSON.parse(text) as Record<string, string>);
	return routes
		.filter(([file, path]) => file.startsWith("/(dashboard)") && !/^\/(sign-in|theme|sign-out|api\/auth)/.test(path))
		.map(([file, path]) => ({ page: file.endsWith("/page"), path: path.replace("[id]", "vct_1") }));
}

/** What an action of this console takes, so that only the credentials can stop it. */
function formOf(templateId: string, tokenId: string): FormData {
	const form = new FormData();
	const fields = {
		...{ templateId, stored: '{"portrait":true}', name: "Swept", type: "mdl", attribute: "resident_city" },
		...{ id: tokenId, baseline: "[]", rows: '[{"key":"swept","value":"x","original":null}]', intent: "save", user: "" },
	};
	for (const [name, value] of Object.entries(fields)) form.set(`_1_${name}`, value);
	// The arguments of an action, its state before and the form, come after what they refer to.
	form.set("0", '[{},"$K1"]');
	return form;
}

test("no action and no route does anything for six kinds of bad credentials", async ({
	page,
	request,
	signIn,
	openContext,
	credentials,
	managementToken,
}) => {
	test.setTimeout(180_000);
	const management = managementOf(credentials, managementToken);
	const template = await management.createTemplate(`Sweep ${Date.now()}`, { portrait: true });
	const token = await tokenOf(credentials, managementToken, "yuki.tanaka@example.com");
	const name = `console.session.${new URL(credentials.address).port}`;
	const cookieOf = async (context: import("@playwright/test").BrowserContext) =>
		(await context.cookies()).find((cookie) => cookie.name === name)?.value ?? "";

	const viewer = await openContext();
	await signIn(await viewer.newPage(), "viewer");
	await signIn(page, "editor");
	const signedOut = await cookieOf(page.context());
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(page).toHaveURL(SIGN_IN);
	const other = await startSecondApp();
	const foreign = await openContext();
	const foreignPage = await foreign.newPage();
	await foreignPage.goto(`${other.credentials.address}/templates`);
	await foreignPage.getByRole("button", { name: "Sign in" }).click();
	await foreignPage.getByRole("textbox", { name: "Email" }).fill(other.credentials.sign_ins.editor.email);
	await foreignPage.getByLabel("Password").fill(other.credentials.sign_ins.editor.password);
	await foreignPage.getByRole("button", { name: "Continue" }).click();
	await expect(foreignPage.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	const foreignName = `console.session.${new URL(other.credentials.address).port}`;
	const otherIssuer = (await foreign.cookies()).find((cookie) => cookie.name === foreignName)?.value ?? "";
	await other.stop();

	const classes: Record<string, string> = {
		none: "",
		garbage: "garbage",
		empty: '""',
		"a token of another issuer": otherIssuer,
		"a signed-out copy": signedOut,
		"the wrong role": await cookieOf(viewer),
	};
	expect(Object.values(classes).filter((value) => value.length > 20)).toHaveLength(3);
	const actions = await actionsOfBuild();
	const routes = await routesOfBuild();
	expect(actions.length).toBeGreaterThanOrEqual(6);
	expect(routes.length).toBeGreaterThanOrEqual(12);

	const before = await stateOf(management, template.id, token);
	for (const [who, value] of Object.entries(classes)) {
		const headers: Record<string, string> = { origin: credentials.address };
		if (value) headers.cookie = `${name}=${value}`;
		await runAll(credentials.address, headers, actions, formOf(template.id, token.id));
		if (who !== "the wrong role") await expectNothingServed(request, credentials.address, headers, routes, who);
	}
	expect(await stateOf(management, template.id, token)).toEqual(before);

	// The same requests with an editor's session do what they say: what stopped them was the session alone.
	await signIn(page, "editor");
	const good = { origin: credentials.address, cookie: `${name}=${await cookieOf(page.context())}` };
	await runAll(credentials.address, good, actions, formOf(template.id, "none"));
	expect((await management.getTemplateResponse(template.id)).status).toBe(404);
});

/** Posts to every action from several pages, as a browser does and as anybody else can. */
async function runAll(address: string, headers: Record<string, string>, actions: string[], body: FormData) {
	for (const action of actions) {
		for (const path of ["/templates/new", "/refresh-tokens/x", "/connection", "/"]) {
			const answer = await fetch(address + path, {
				method: "POST",
				headers: { ...headers, "next-action": action, accept: "text/x-component" },
				body,
				redirect: "manual",
			});
			await answer.text();
		}
	}
}

type Route = { page: boolean; path: string };

/** Pages send to the sign-in, handlers answer 401: neither shows anything of the tenant. */
async function expectNothingServed(
	request: APIRequestContext,
	address: string,
	headers: Record<string, string>,
	routes: Route[],
	who: string,
): Promise<void> {
	for (const { page, path } of routes) {
		const answer = await request.get(address + path, { headers, maxRedirects: 0 });
		const { location = "" } = answer.headers();
		if (page) expect(location || (await answer.text()), `${path} for ${who}`).toMatch(SIGN_IN);
		else expect([401, 404, 405], `${path} for ${who}`).toContain(answer.status());
	}
}

async function stateOf(
	management: ReturnType<typeof managementOf>,
	templateId: string,
	token: Awaited<ReturnType<typeof tokenOf>>,
) {
	const swept = await (await management.call("GET", "/verifiable-credentials/verification/templates?take=100")).json();
	const { name, presentation } = await management.getTemplate(templateId);
	const made = swept.templates.filter((each: { name: string }) => each.name === "Swept").length;
	return { name, presentation, made, metadata: await token.metadata() };
}
