import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import {
	clearDashboardState,
	pointAtService,
	recordStatements,
	signInAs,
	takeCommits,
} from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { createTemplateAction, updateTemplateAction } from "./template-actions";

const elements = { portrait: true } as const;
const stored = { id: "vct_1", name: "Bar", type: "mdl", presentation: presentationOf(elements) };
let service: FaultServer;

beforeAll(async () => {
	let created = 1;
	service = await startFaultServer();
	service.handle = ({ method, body }, response) => {
		if (method === "PATCH") Object.assign(stored, JSON.parse(body));
		if (method !== "POST") return json(response, 200, stored);
		created += 1;
		json(response, 201, { ...JSON.parse(body), id: `vct_${created}` });
	};
	await pointAtService(service.address);
	signInAs("editor");
	// Exchanges with the tenant are written together a moment later: that is no cost of an action.
	vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterAll(async () => {
	vi.useRealTimers();
	await clearDashboardState();
	await service.close();
});

function formOf(values: Partial<TemplateFormValues>): FormData {
	const opened: TemplateContent = { ...templateEditor.defaults, name: stored.name, type: "mdl", elements };
	const form = new FormData();
	form.set("templateId", stored.id);
	form.set("opened", JSON.stringify(opened));
	form.set("values", JSON.stringify({ ...templateEditor.valuesOf(opened), ...values }));
	return form;
}

const REDIRECT = expect.objectContaining({ digest: expect.stringContaining("NEXT_REDIRECT") });

// The row of the audit trail is on disk before the call, together with what its version will be; its outcome is stored
// together with the version.
test.each([
	{ what: "create", action: createTemplateAction, calls: 1, statements: 7, commits: 3, ends: REDIRECT },
	{
		what: "save",
		action: updateTemplateAction,
		calls: 2,
		statements: 12,
		commits: 2,
		ends: { saved: expect.anything() },
	},
])("to $what a template costs its calls, statements and commits, and no more", async (of) => {
	const run = (name: string) => of.action({}, formOf({ name })).catch((error: unknown) => error);
	await run(`${of.what} first`);
	service.seen.length = 0;
	takeCommits();
	const taken = recordStatements();
	expect(await run(`${of.what} again`)).toMatchObject(of.ends);
	const statements = taken().filter((sql) => !sql.includes('"sessions"'));
	expect([service.seen.length, takeCommits()]).toEqual([of.calls, of.commits]);
	expect(statements).toHaveLength(of.statements);
});
