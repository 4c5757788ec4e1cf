import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { partsOf } from "@/app/_testing/result-parts";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { type TemplateContent, templateEditor } from "../_edit/template-editor";
import TemplatePage from "../(form)/[id]/page";
import NewTemplatePage from "../(form)/new/page";
import { createTemplateAction, updateTemplateAction } from "./template-actions";

// Without scripts an action and the page after it are one request and one response.
const GONE_MS = 600;
const baseline: TemplateContent = {
	...templateEditor.defaults,
	name: "Bar",
	type: "mdl",
	elements: { portrait: true },
};

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	service.handle = () => {};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	const values = JSON.stringify({ ...templateEditor.valuesOf(baseline), name: "Typed" });
	for (const [name, text] of Object.entries({ values, ...fields })) form.set(name, text);
	return form;
}
const update = () =>
	partsOf(updateTemplateAction({}, formOf({ templateId: "vct_1", opened: JSON.stringify(baseline) })));
const create = () => partsOf(createTemplateAction({}, formOf({})));

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	return new Response(await renderToReadableStream(await page)).text();
}
const template = () =>
	htmlOf(TemplatePage({ params: Promise.resolve({ id: "vct_1" }), searchParams: Promise.resolve({}) }));
const duplicate = () => htmlOf(NewTemplatePage({ searchParams: Promise.resolve({ from: "vct_1" }) }));

test.each([
	["saving a template", update, template, "Save changes"],
	["creating a duplicate", create, duplicate, "Create template"],
])("%s on a tenant that hangs ends in the request's time, with a page that has the form", async (...given) => {
	const [, act, page, button] = given;
	const start = performance.now();
	const [state, html] = await runWithin(GONE_MS, async () => [await act(), await page()] as const);
	// Each by itself would wait for ten seconds.
	expect(performance.now() - start).toBeLessThan(8000);
	expect(state.values?.name ?? "Typed").toBe("Typed");
	expect(state.problem).toBeDefined();
	expect(html).toContain("The page could not be read again");
	expect(html).toContain(button);
	expect(html).not.toContain("usable response. Nothing was changed");
});
