import { afterEach, beforeEach, expect, test } from "vitest";
import { CHANGES_SHOWN } from "@/app/_editor/history-list";
import { createTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { templateHistory } from "../templates/_edit/describe-change";

const asking = (elements: Record<string, boolean>) => ({
	"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements },
});
const request = (name: string) => ({
	name,
	type: "mdl",
	dialect: "simplified/1.0",
	well_known_trusted_issuers: "aamva",
	presentation: asking({ portrait: true }),
});

let service: FaultServer;

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function create(id: string) {
	service.handle = (_, response) => json(response, 201, { id, ...request(id) });
	return createTemplate(request(id));
}

async function addCity(id: string) {
	service.handle = (_, response) => json(response, 200, { id, ...request(id) });
	const current = { id, ...request(id) };
	await updateTemplate(id, { presentation: asking({ portrait: true, resident_city: true }) }, current);
}

test("what was changed on this template is told newest first, and nothing of another whose identifier holds its own", async () => {
	for (const id of ["vct_1", "vct_12", "xvct_1", "VCT_1"]) await create(id);
	await addCity("vct_12");
	await addCity("vct_1");
	expect((await templateHistory("vct_1")).map(({ person, lines }) => [person, ...lines])).toEqual([
		["editor", "Added City"],
		["editor", "Created it, asking for Photo"],
	]);
	for (const pattern of ["vct_%", "vct__", "vct", ""]) expect(await templateHistory(pattern)).toEqual([]);
});

test("a refused edit is told, a template that was refused under the name of this identifier is not", async () => {
	service.handle = (_, response) => json(response, 409, { message: "no" });
	await createTemplate(request("vct_1")).catch(() => {});
	await updateTemplate("vct_1", { name: "taken" }, { id: "vct_1", ...request("old") }).catch(() => {});
	expect(await templateHistory("vct_1")).toMatchObject([{ outcome: "refused", lines: ["Tried to change the name"] }]);
});

test("there is one more than is listed when there are more, the newest of all", async () => {
	for (let index = 0; index < CHANGES_SHOWN + 3; index += 1) await addCity("vct_1");
	const changes = await templateHistory("vct_1");
	expect(changes).toHaveLength(CHANGES_SHOWN + 1);
	const times = changes.map(({ at }) => at);
	expect(times).toEqual(times.toSorted().toReversed());
});

test("a viewer reads it, and nobody who is not signed in", async () => {
	await create("vct_1");
	signInAs("viewer");
	expect(await templateHistory("vct_1")).toHaveLength(1);
	signInAs(null);
	await expect(templateHistory("vct_1")).rejects.toMatchObject({ name: "SessionError", reason: "signed-out" });
});
