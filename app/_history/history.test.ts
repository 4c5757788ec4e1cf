import { afterEach, beforeEach, expect, test } from "vitest";
import { CHANGES_SHOWN } from "@/app/_history/history-list";
import { metadataEditor } from "@/app/(console)/_metadata/metadata-editor";
import { templateEditor } from "@/app/(console)/templates/_edit/template-editor";
import { settleTargets } from "@/lib/dashboard/audit/audited-write";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import type { ManagementError } from "@/lib/dashboard/management/call/errors";
import { revokeRefreshTokens, updateRefreshTokenMetadata } from "@/lib/dashboard/management/refresh-tokens";
import { endUserSession } from "@/lib/dashboard/management/sessions";
import { createTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { historyOf } from "./history";

const requesting = (elements: Record<string, boolean>) => ({
	"org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements },
});
const request = (name: string) => ({
	name,
	type: "mdl",
	dialect: "simplified/1.0",
	well_known_trusted_issuers: "aamva",
	presentation: requesting({ portrait: true }),
});

const SCOPES = "delete:sessions delete:refresh_tokens update:users";

let service: FaultServer;

beforeEach(async () => {
	service = await startFaultServer();
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope: SCOPES });
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
	await updateTemplate(id, { presentation: requesting({ portrait: true, resident_city: true }) }, current);
}

test("the changes of this template are listed newest first, and none of a template whose identifier contains its own", async () => {
	for (const id of ["vct_1", "vct_12", "xvct_1", "VCT_1"]) await create(id);
	await addCity("vct_12");
	await addCity("vct_1");
	const history = (await historyOf([templateEditor], "template", "vct_1")).map(({ person, lines }) => [
		person,
		...lines,
	]);
	expect(history).toEqual([
		["editor", { what: "Adds City" }],
		["editor", { what: "Created it, asking for Photo" }],
	]);
	for (const pattern of ["vct_%", "vct__", "vct", ""])
		expect(await historyOf([templateEditor], "template", pattern)).toEqual([]);
});

test("a refused edit is listed, but not a refused template whose name equals this identifier", async () => {
	service.handle = (_, response) => json(response, 409, { message: "no" });
	await createTemplate(request("vct_1")).catch(() => {});
	await updateTemplate("vct_1", { name: "taken" }, { id: "vct_1", ...request("old") }).catch(() => {});
	expect(await historyOf([templateEditor], "template", "vct_1")).toMatchObject([
		{
			outcome: "refused",
			lines: [{ what: "Tried to rename it to “taken” (was “old”)" }],
		},
	]);
});

test("one more than is listed is returned when there are more, the newest of all", async () => {
	for (let index = 0; index < CHANGES_SHOWN + 3; index += 1) await addCity("vct_1");
	const changes = await historyOf([templateEditor], "template", "vct_1");
	expect(changes).toHaveLength(CHANGES_SHOWN + 1);
	const times = changes.map(({ at }) => at);
	expect(times).toEqual(times.toSorted().toReversed());
});

test("a viewer can read it, and no user without a session", async () => {
	await create("vct_1");
	signInAs("viewer");
	expect(await historyOf([templateEditor], "template", "vct_1")).toHaveLength(1);
	signInAs(null);
	await expect(historyOf([templateEditor], "template", "vct_1")).rejects.toMatchObject({
		name: "SessionError",
		reason: "signed-out",
	});
});

test("old and new values of metadata are listed where the operator stores them, and else only the keys", async () => {
	const write = async () => {
		service.handle = (_, response) => json(response, 200, { id: "dcr_1", refresh_token_metadata: { plan: "gold" } });
		await updateRefreshTokenMetadata("dcr_1", { plan: "gold", api_key: "new" }, { plan: "silver", api_key: "old" });
		return (await historyOf([metadataEditor], "refresh token", "dcr_1"))[0]?.lines;
	};
	expect(await write()).toEqual([{ what: "Changes plan" }, { what: "Changes api_key" }]);
	heldConfig.set({ ...dashboardConfig(), keepsMetadataValues: true });
	expect(await write()).toEqual([{ what: "Changes plan from silver to gold" }, { what: "Changes api_key" }]);
});

test("only author, time, change, reason, outcome, and whether it was the user's own edit are sent to the browser", async () => {
	await create("vct_1");
	const [change] = await historyOf([templateEditor], "template", "vct_1");
	expect(Object.keys(change ?? {}).sort()).toEqual([
		...["account", "at", "authorPage", "id", "isEdit", "isOwn"],
		...["lines", "outcome", "person", "reason"],
	]);
	expect(change).toMatchObject({ isEdit: false, isOwn: true });
});

const what = (history: Awaited<ReturnType<typeof historyOf>>) =>
	history.map(({ outcome, lines }) => `${outcome}: ${lines.map(({ what }) => what).join()}`);

test("each token's history has the request that revoked it together with others, with its outcome", async () => {
	service.handle = (_, response) => json(response, 202, {});
	await revokeRefreshTokens(["dcr_1", "dcr_2", "dcr_3"]);
	service.handle = (_, response) => json(response, 400, { statusCode: 400, message: "no" });
	await revokeRefreshTokens(["dcr_2", "dcr_3"]).catch(() => {});
	service.handle = (_, response) => void response.destroy();
	const error = await revokeRefreshTokens(["dcr_3", "dcr_4", "dcr_5"]).catch((thrown: ManagementError) => thrown);
	expect(what(await historyOf([metadataEditor], "refresh token", "dcr_1"))).toEqual([
		"done: Requested to revoke the token",
	]);
	expect(what(await historyOf([metadataEditor], "refresh token", "dcr_2"))).toEqual([
		"refused: Tried to revoke the token",
		"done: Requested to revoke the token",
	]);
	expect(what(await historyOf([metadataEditor], "refresh token", "dcr_3"))).toEqual([
		"unknown: Tried to revoke the token",
		"refused: Tried to revoke the token",
		"done: Requested to revoke the token",
	]);
	if (error) await settleTargets(error, ["dcr_4"]);
	expect(what(await historyOf([metadataEditor], "refresh token", "dcr_4"))).toEqual([
		"done: Requested to revoke the token",
	]);
	for (const id of ["dcr_3", "dcr_5"]) {
		expect(what(await historyOf([metadataEditor], "refresh token", id))[0]).toBe("unknown: Tried to revoke the token");
	}
});

test("a session's history has its end in the name of its user, also one that was refused", async () => {
	service.handle = (_, response) => json(response, 400, { statusCode: 400, message: "no" });
	await endUserSession("s_1", "auth0|1").catch(() => {});
	service.handle = (_, response) => json(response, 202, {});
	await endUserSession("s_1", "auth0|1");
	expect(what(await historyOf([metadataEditor], "session", "s_1"))).toEqual([
		"done: Requested to end the session",
		"refused: Tried to end the session",
	]);
	expect(await historyOf([metadataEditor], "session", "s_2")).toEqual([]);
});
