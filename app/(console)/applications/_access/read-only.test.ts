import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contentOfResponse } from "@/app/_editor/wire";
import { partsOf } from "@/app/_testing/result-parts";
import { newestAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig } from "@/lib/dashboard/config";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { deleteApplicationAction, updateApplicationAction } from "../_edit/application-actions";
import { applicationEditor } from "../_edit/application-editor";
import {
	type ApplicationTenant,
	CONSOLE_SCOPES,
	OWN_IDS,
	PLANTED_SECRET,
	startApplicationTenant,
} from "../_edit/application-tenant.test-data";
import { singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { singleSignOnAction } from "../_single-sign-on/single-sign-on-actions";
import { testAddressAction } from "../[id]/single-sign-on/test/test-actions";
import { changeScopesAction, removeGrantAction, rotateSecretAction } from "./access-actions";

// An editor calls the actions directly, whatever the pages offer.

let tenant: ApplicationTenant;
beforeEach(async () => {
	tenant = await startApplicationTenant();
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

const audience = () => dashboardConfig().management.audience;

function put(id: string, details: object = {}, scope: string[] = []) {
	tenant.applications.set(id, { ...tenant.applications.get("shop"), client_id: id, ...details });
	if (scope.length > 0) tenant.grants.push({ id: `grant-of-${id}`, client_id: id, audience: audience(), scope });
}

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}

/** Calls every action that writes to an application; returns the problem of each. */
async function everyWrite(id: string): Promise<(Problem | undefined)[]> {
	const baseline = contentOfResponse(applicationEditor, tenant.applications.get(id) ?? { client_id: id });
	const applicationId = id;
	const edit = formOf({
		applicationId,
		opened: JSON.stringify(baseline),
		values: JSON.stringify({ ...applicationEditor.valuesOf(baseline), callbacks: "https://evil.example/" }),
	});
	const federated = { ...singleSignOnEditor.defaults, callbacks: baseline.callbacks, protocol: "samlp" as const };
	const signOn = formOf({
		applicationId,
		opened: JSON.stringify(federated),
		values: JSON.stringify({ ...singleSignOnEditor.valuesOf(federated), callbacks: "https://evil.example/" }),
	});
	const addons = { addons: { samlp: {} } };
	tenant.applications.set(id, { ...tenant.applications.get(id), client_id: id, ...addons });
	const results = [
		await partsOf(singleSignOnAction({}, signOn)),
		await testAddressAction({}, formOf({ applicationId, intent: "add" })),
		await partsOf(updateApplicationAction({}, edit)),
		await rotateSecretAction({}, formOf({ applicationId })),
		await deleteApplicationAction({}, formOf({ applicationId })),
		await changeScopesAction({}, formOf({ applicationId, scope: "read:clients" })),
		await removeGrantAction({}, formOf({ applicationId, grantId: `grant-of-${id}` })),
	];
	expect(JSON.stringify(results)).not.toContain(PLANTED_SECRET);
	return results.map(({ problem }) => problem);
}

test.each(OWN_IDS)("the console's own application “%s” can't be changed in any way", async (id) => {
	put(id, {}, ["read:clients"]);
	for (const problem of await everyWrite(id)) expect(problem?.message).toContain("lock everyone out");
	expect(tenant.writes).toEqual([]);
});

test("a global application can't be changed in any way", async () => {
	put("all", { global: true });
	for (const problem of await everyWrite("all")) expect(problem?.message).toContain("global");
	expect(tenant.writes).toEqual([]);
});

test("an application that may do what the console may not can't be changed in any way", async () => {
	put("mighty", {}, ["read:clients", "delete:users"]);
	for (const problem of await everyWrite("mighty")) expect(problem?.message).toContain("(delete:users)");
	expect(tenant.writes).toEqual([]);
});

test("a grant beyond the console's is found on any page of the list of grants", async () => {
	put("many");
	const grant = (index: number) => ({ id: `g${index}`, client_id: "many", audience: `https://api${index}.example/` });
	for (let index = 0; index < 130; index += 1) tenant.grants.push({ ...grant(index), scope: ["read:any"] });
	put("many", {}, ["delete:users"]);
	expect((await rotateSecretAction({}, formOf({ applicationId: "many" }))).problem?.message).toContain(
		"(delete:users)",
	);
	expect(tenant.writes).toEqual([]);
});

test("where the console can't see what an application may do, it can't be changed, and the scope is named", async () => {
	await clearDashboardState();
	await tenant.service.close();
	tenant = await startApplicationTenant();
	tenant.grantScopes(CONSOLE_SCOPES.filter((scope) => scope !== "read:client_grants"));
	for (const problem of await everyWrite("shop")) expect(problem?.message).toContain("read:client_grants");
	expect(tenant.writes).toEqual([]);
});

test("an application that may do less than the console can be changed", async () => {
	put("small", {}, ["read:clients"]);
	const problems = await Promise.allSettled([
		rotateSecretAction({}, formOf({ applicationId: "small" })),
		removeGrantAction({}, formOf({ applicationId: "small", grantId: "grant-of-small" })),
	]);
	expect(problems.map((settled) => settled.status === "fulfilled" && settled.value.problem)).toEqual([
		undefined,
		undefined,
	]);
	expect(tenant.grants).toEqual([]);
});

test("which grant was removed is said by its API", async () => {
	put("caller");
	tenant.grants.push({ id: "g", client_id: "caller", audience: "https://\u202eorders.example/", scope: [] });
	const { done } = await removeGrantAction({}, formOf({ applicationId: "caller", grantId: "g" }));
	expect(done).toMatch(/^Removed the grant for “https:\/\/\[U\+202E\]orders\.example\/”\. Access tokens /);
});

test("a scope of another API is not one of the management interface", async () => {
	put("caller");
	tenant.grants.push({ id: "g", client_id: "caller", audience: "https://orders.example/", scope: ["delete:orders"] });
	expect((await rotateSecretAction({}, formOf({ applicationId: "caller" }))).problem).toBeUndefined();
});

test("where the token response names no scopes, the tenant's list of grants decides what the console may do", async () => {
	tenant.service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600 });
	put("m", {}, ["read:clients"]);
	put("mighty", {}, ["read:clients", "delete:users"]);
	put("small", {}, ["read:clients"]);
	for (const problem of await everyWrite("mighty")) expect(problem?.message).toContain("(delete:users)");
	expect(tenant.writes).toEqual([]);
	expect((await rotateSecretAction({}, formOf({ applicationId: "small" }))).problem).toBeUndefined();
});

test("no scope is granted that the console does not hold itself, not even beside one that it holds", async () => {
	const form = formOf({ applicationId: "shop", scope: "read:clients" });
	form.append("scope", "delete:users");
	const { problem } = await changeScopesAction({}, form);
	expect(problem?.message).toContain("delete:users");
	expect(problem?.message).not.toContain("read:clients");
	expect(tenant.writes).toEqual([]);
});

test("what the console holds can be granted, for the management interface alone", async () => {
	const form = formOf({ applicationId: "shop", scope: "read:clients", audience: "https://evil.example/" });
	expect(await changeScopesAction({}, form)).toEqual({ done: "Allowed 1 scope." });
	expect(tenant.writes).toMatchObject([{ body: { client_id: "shop", audience: audience(), scope: ["read:clients"] } }]);
});

test("an application that cannot act in its own name is granted nothing of the management interface", async () => {
	put("people", { grant_types: ["authorization_code"] });
	const form = formOf({ applicationId: "people", scope: "read:clients" });
	const { problem } = await changeScopesAction({}, form);
	expect(problem).toMatchObject({
		title: "The application could not use it",
		message: expect.stringMatching(/client credentials.*Nothing was changed\./),
	});
	expect(tenant.writes).toEqual([]);
	put("untold", { grant_types: null });
	expect(await changeScopesAction({}, formOf({ applicationId: "untold", scope: "read:clients" }))).toHaveProperty(
		"done",
	);
});

test("an application that may do all, scopes of the future as well, can't be changed in any way", async () => {
	put("mighty");
	tenant.grants.push({ id: "grant-of-mighty", client_id: "mighty", audience: audience(), allow_all_scopes: true });
	for (const problem of await everyWrite("mighty")) expect(problem?.message).toContain("(all scopes, future ones too)");
	expect(tenant.writes).toEqual([]);
});

test("nor one whose grant does not name its scopes", async () => {
	put("silent");
	tenant.grants.push({ id: "grant-of-silent", client_id: "silent", audience: audience() });
	for (const problem of await everyWrite("silent")) expect(problem?.message).toContain("(scopes that are not known)");
	expect(tenant.writes).toEqual([]);
});

test("nor one of which the console may read no more than the name: it may be a global one", async () => {
	tenant.grantScopes([
		...CONSOLE_SCOPES.filter((scope) => !/^read:client(s|_cred)/.test(scope)),
		"read:client_summary",
	]);
	for (const problem of await everyWrite("shop")) expect(problem?.message).toContain("read:clients");
	expect(tenant.writes).toEqual([]);
});

test("a grant for people is not what an application may do in its own name", async () => {
	put("people");
	const grant = { id: "p", client_id: "people", audience: audience(), scope: ["delete:users"], subject_type: "user" };
	tenant.grants.push(grant);
	expect((await rotateSecretAction({}, formOf({ applicationId: "people" }))).problem).toBeUndefined();
	expect(await changeScopesAction({}, formOf({ applicationId: "people", scope: "read:clients" }))).toHaveProperty(
		"done",
	);
	expect(tenant.writes.at(-1)).toMatchObject({ what: "POST /client-grants", body: { scope: ["read:clients"] } });
});

describe("a change of scopes", () => {
	/** @param ticked after the page showed `shown` */
	function change(id: string, shown: string[], ticked: string[]) {
		const form = formOf({ applicationId: id, shown: shown.join(" ") });
		for (const scope of ticked) form.append("scope", scope);
		return changeScopesAction({}, form);
	}
	const grants = () => tenant.writes.map(({ what, body }) => [what, body]);

	test("is one PATCH of the grant, without a moment in which it has none", async () => {
		put("m2", {}, ["read:clients", "update:clients"]);
		const state = await change("m2", ["read:clients", "update:clients"], ["read:clients", "delete:clients"]);
		expect(state).toEqual({
			done: "Allowed 1 scope. Removed 1 scope. Access tokens that it holds work until they expire.",
		});
		expect(grants()).toEqual([["PATCH /client-grants/grant-of-m2", { scope: ["read:clients", "delete:clients"] }]]);
		const [entry] = await newestAuditEntries(1);
		expect(entry).toMatchObject({ target: "m2", changes: ["+delete:clients", "-update:clients"] });
	});

	test("keeps what another admin has changed since the page was shown", async () => {
		put("m2", {}, ["read:clients", "delete:clients"]);
		await change("m2", ["read:clients"], ["read:clients", "update:clients"]);
		expect(tenant.grants[0]?.scope).toEqual(["read:clients", "delete:clients", "update:clients"]);
	});

	test("that takes the last scope removes the grant", async () => {
		put("m2", {}, ["read:clients"]);
		expect(await change("m2", ["read:clients"], [])).toEqual({
			done: "Removed 1 scope. Access tokens that it holds work until they expire.",
		});
		expect(grants().map(([what]) => what)).toEqual(["DELETE /client-grants/grant-of-m2"]);
	});

	test("adds no scope that the console does not hold, and returns what was ticked", async () => {
		put("m2", {}, ["read:clients"]);
		const state = await change("m2", ["read:clients"], ["read:clients", "delete:users"]);
		expect(state).toMatchObject({ scopes: ["read:clients", "delete:users"], problem: expect.anything() });
		expect(state.problem?.message).toContain("delete:users");
		expect(tenant.writes).toEqual([]);
	});

	test("in which nothing was ticked or unticked sends nothing", async () => {
		expect((await change("shop", ["read:clients"], ["read:clients"])).problem?.title).toBe("Choose a scope");
		expect(tenant.reads).toEqual([]);
	});

	/** Responds to a PATCH of a grant as the tenant does, but for the response. */
	function answerPatch(answer: object | "lost", isStored = true) {
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			if (isStored) Object.assign(tenant.grants[0] ?? {}, tenant.writes.at(-1)?.body);
			if (answer === "lost") response.socket?.destroy();
			else json(response, 200, answer);
			return true;
		};
	}

	test("is read again where the answer names no scopes", async () => {
		put("m2", {}, ["read:clients"]);
		answerPatch({ id: "grant-of-m2" });
		expect(await change("m2", [], ["update:clients"])).toEqual({ done: "Allowed 1 scope." });
	});

	test("is not reported as done where the tenant stores other scopes, or does not say which", async () => {
		put("m2", {}, ["read:clients"]);
		answerPatch({ id: "grant-of-m2", scope: ["read:clients"] }, false);
		const other = await change("m2", [], ["update:clients"]);
		expect(other).not.toHaveProperty("done");
		expect(other.problem?.title).toBe("The tenant stored something different from what was sent");
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			tenant.grants.length = 0;
			json(response, 200, { id: "grant-of-m2" });
			return true;
		};
		const silent = await change("m2", [], ["delete:clients"]);
		expect(silent).not.toHaveProperty("done");
		expect(silent.problem?.title).toBe("Not confirmed");
	});

	test("of a grant that was removed meanwhile says so, and not that the application was", async () => {
		put("m2", {}, ["read:clients"]);
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			json(response, 404, { statusCode: 404, message: "The client grant does not exist." });
			return true;
		};
		expect((await change("m2", [], ["update:clients"])).problem?.title).toBe("The tenant has no such grant");
	});

	test("whose answer got lost is looked up", async () => {
		put("m2", {}, ["read:clients"]);
		answerPatch("lost");
		expect(await change("m2", [], ["update:clients"])).toEqual({ done: "Allowed 1 scope." });
		answerPatch("lost", false);
		expect((await change("m2", [], ["delete:clients"])).problem?.title).toBe("Not carried out");
	});
});

test("a grant of the console itself can't be removed by way of another application", async () => {
	put("m", {}, ["read:clients"]);
	const { problem } = await removeGrantAction({}, formOf({ applicationId: "shop", grantId: "grant-of-m" }));
	expect(problem?.about).toBe("missing");
	expect(tenant.writes).toEqual([]);
});

test.each([null, "viewer", "support"] as const)("nothing is requested from the tenant for %s", async (role) => {
	signInAs(role);
	for (const problem of await everyWrite("shop")) expect(problem).toBeDefined();
	expect([tenant.reads, tenant.writes]).toEqual([[], []]);
});
