import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import TemplatePage from "../(form)/[id]/page";
import NewTemplatePage from "../(form)/new/page";
import TemplatesPage from "../page";

const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };
const LACKING = "The tenant has not granted this console create:vdcs_templates";

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	service.handle = ({ url }, response) =>
		json(response, 200, url.includes("templates/") ? { id: "vct_1", name: "n", presentation } : { templates: [] });
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

/** Sets the scope in the token endpoint's response. */
function grant(scope: string | undefined): void {
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, scope });
}

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	const html = await new Response(await renderToReadableStream(await page)).text();
	return html.replaceAll("<!-- -->", "");
}
const list = () => htmlOf(TemplatesPage({ params: Promise.resolve({}), searchParams: Promise.resolve({}) }));
const form = () => htmlOf(NewTemplatePage({ searchParams: Promise.resolve({}) }));
const template = () =>
	htmlOf(TemplatePage({ params: Promise.resolve({ id: "vct_1" }), searchParams: Promise.resolve({}) }));

describe("where the console's token can't create templates", () => {
	beforeEach(() => grant("read:vdcs_templates update:vdcs_templates delete:vdcs_templates"));

	test("the list offers no new one and names the missing scope", async () => {
		const page = await list();
		expect(page).not.toContain("/templates/new");
		expect(page).not.toContain("Create the first one");
		expect(page).toContain(LACKING);
	});

	test("a template offers no duplicate, and everything else", async () => {
		const page = await template();
		expect(page).not.toContain("Duplicate");
		expect(page).toContain("Save changes");
		expect(page).toContain("Delete template");
	});

	test("the form at its address reports that", async () => {
		await list();
		expect(await form()).toContain(LACKING);
	});

	test("a viewer is not shown what the console lacks", async () => {
		signInAs("viewer");
		for (const page of [await list(), await form()]) expect(page).not.toContain(LACKING);
	});

	test("a viewer who may propose is told that, and not of the role", async () => {
		heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });
		signInAs("viewer");
		for (const page of [await list(), await form()]) expect(page).toContain(LACKING);
		expect(await form()).not.toContain("needs the editor role");
	});

	test("nor is one who may propose told of the role where nothing can be changed", async () => {
		grant("read:vdcs_templates");
		heldConfig.set({ ...dashboardConfig(), proposers: ["viewer"] });
		signInAs("viewer");
		const page = await template();
		expect(page).toContain("update:vdcs_templates");
		expect(page).not.toContain("needs the editor role");
		expect(page).not.toContain("Propose");
	});
});

test.each([
	["it can", "read:vdcs_templates create:vdcs_templates"],
	["the tenant does not report what it can", undefined],
])("everything is offered where %s", async (_, scope) => {
	grant(scope);
	expect(await list()).toContain('href="/templates/new"');
	expect(await template()).toContain("Duplicate");
	expect(await form()).not.toContain(LACKING);
});
