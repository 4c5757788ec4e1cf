import { afterAll, beforeAll, expect, test } from "vitest";
import { consolePages } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { createTemplate, deleteTemplate } from "@/lib/dashboard/management/templates";
import { tokenFacts } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";

let recorded: RecordedTestTenant;

beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterAll(async () => {
	await recorded.close();
	await clearDashboardState();
});

const template = {
	name: "Age with photo",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: presentationOf({ age_over_21: true, portrait: true, height: true, resident_city: false }),
	well_known_trusted_issuers: "aamva",
};
const WORDS = "Asks for 1 of the 21, 1 sensitive, Over 21, 1 other, 1 listed as false";

test.each([
	["/", 4],
	["/templates", 2],
	["/templates/[id]", 1],
	["/templates/compare", 2],
	["/search", 2],
	["/activity", 2],
	["/templates/deleted", 1],
])("%s has the print of a template that it names, outside of links", async (route, times) => {
	await recorded.use();
	await tokenFacts();
	const { id } = await createTemplate({ ...template, name: `${template.name}, ${route}` });
	const { id: otherTemplate } = await createTemplate({ ...template, name: `${template.name} too, ${route}` });
	if (route === "/templates/deleted") await deleteTemplate(id);
	const sample = { ...recorded.sample, ...(await fillStore(recorded.sample)), template: id, otherTemplate };
	const page = consolePages.find((each) => each.route === route);
	if (!page) throw new Error(`There is no page ${route}.`);
	const query = route === "/search" ? () => ({ q: template.name }) : page.query;
	const { html } = await renderPage({ ...page, ...(query && { query }) }, sample);
	const prints = html.match(/<svg class="print" role="img" aria-label="[^"]*"/g) ?? [];
	expect(prints.filter((print) => print.includes(`"${WORDS}"`)).length).toBeGreaterThanOrEqual(times);
	expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<svg class="print"/);
	if (route !== "/templates/deleted") await deleteTemplate(id);
	await deleteTemplate(otherTemplate);
});
