import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { consolePages } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { clearDashboardState, forgetService, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { waitInVain } from "@/lib/dashboard/testing/run-within";
import { HealthLine } from "./health-line";

const template = { id: "vct_1", name: "Age check", presentation: {} };
let service: FaultServer;

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
	service.handle = (_, response) => json(response, 200, { templates: [template] });
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function hang(): Promise<void> {
	service.handle = () => {};
	await waitInVain(() => outcomeOf(listTemplates(), "template"));
}

async function shown(route: string, wait = "no"): Promise<string> {
	const page = consolePages.find((each) => each.route === route);
	if (!page) throw new Error(`no page ${route}`);
	const start = performance.now();
	const { text } = await renderPage({ ...page, query: () => ({ wait }) }, {} as never);
	expect(performance.now() - start).toBeLessThan(3_000);
	return text;
}

const DOWN = /test did not answer within 10 s.*Not available since \d\d:\d\d UTC.*Try again/;

test("first steps that are done stay done while the tenant does not answer, also after a restart", async () => {
	expect(await shown("/", "yes")).toMatch(/First steps 2 of 4 done/);
	await hang();
	expect(await shown("/")).toMatch(/First steps 2 of 4 done/);
	forgetService();
	await hang();
	expect(await shown("/")).toMatch(/First steps 2 of 4 done/);
});

test("a known outage is shown at once, on every list in the same words; a step that the tenant alone could tell is not known", async () => {
	await hang();
	for (const route of ["/", "/templates", "/users", "/applications", "/connections"])
		expect(await shown(route), route).toMatch(DOWN);
	expect(await shown("/")).toMatch(/Create the first template not known: the tenant is not available/);
});

test("while the overview asks again, a known outage is shown in the words of the alert that follows", async () => {
	const clock = { now: new Date(), timeZone: "UTC" };
	const waiting = () =>
		renderToString(createElement(HealthLine, { newest: new Promise<never>(() => {}), role: "editor", clock }));
	const line = () => waiting().replaceAll(/<!--.*?-->|<[^>]+>/g, "");
	expect(line()).toMatch(/^Asking test…/);
	await hang();
	expect(line()).toMatch(/^test did not answer within 10 s\. Not available since \d\d:\d\d UTC\. Asking again…/);
});
