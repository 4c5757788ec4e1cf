import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPage } from "@/app/_testing/render-page";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { deleteTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { emergencyOfRequest, reasonOfRequest } from "@/lib/dashboard/session/reason";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import TemplatePage from "./(form)/[id]/page";
import TemplateHistoryPage from "./[id]/history/page";
import DeletedTemplatesPage from "./deleted/page";

let tenant: TemplateTenant;
let id: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	id = tenant.add({ name: "Bar", elements: { portrait: true } });
	heldConfig.set({
		...dashboardConfig(),
		secondEditor: { kinds: ["all"], attributes: [] },
		allowsEmergencySave: true,
	});
	signInAs("editor");
});
afterEach(() => tenant.stop());

const emergency = (write: () => Promise<unknown>) =>
	runWithin(30_000, () => {
		emergencyOfRequest.set(true);
		reasonOfRequest.set("SUP-1");
		return write();
	});

/** What a page about the template shows. */
async function pageOf(route: string, Page: unknown): Promise<string> {
	const page = { route, Page, id: "template", needs: [], uses: [] };
	return (await renderPage(page as never, { template: id } as never)).text;
}

test("a save in an emergency is marked in the template's history, and so is a deletion where it is told of", async () => {
	const before = await getTemplateWithPurpose(id);
	await emergency(() => updateTemplate(id, { presentation: presentationOf({ portrait: true, sex: true }) }, before));
	expect(await pageOf("/templates/[id]/history", TemplateHistoryPage)).toMatch(/editor Emergency .*SUP-1/);
	expect(await pageOf("/templates/[id]", TemplatePage)).toMatch(/editor Emergency .*SUP-1/);
	await emergency(() => deleteTemplate(id, "Bar"));
	expect(await pageOf("/templates/deleted", DeletedTemplatesPage)).toMatch(/editor Emergency .*SUP-1/);
	expect(await pageOf("/templates/[id]", TemplatePage)).toMatch(/editor deleted .*Emergency .*SUP-1/);
});
