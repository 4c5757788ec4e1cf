import { afterEach, beforeEach, expect, test } from "vitest";
import { runPage, runRequest } from "@/lib/process/request-context";
import { problemOf } from "../problem/problem-of";
import { heldDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService, recordStatements, signInAs } from "../testing/dashboard-state";
import { permittedForm, requirePermission } from "./session";

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	signInAs("editor");
});
afterEach(clearDashboardState);

test("where the store can't identify the user, its failure is reported to the page's server and the admin", async () => {
	const database = await heldDatabase.get();
	const gone = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
	heldDatabase.set(Promise.reject(gone));
	const page = { isMissing: false, storeFault: null, slot: null };
	const error = await runPage(page, () => requirePermission("look")).catch((failure: unknown) => failure);
	heldDatabase.set(Promise.resolve(database));
	expect(page.storeFault).toBe("does not answer");
	expect(problemOf(error, "template").message).toBe(
		"The console's own store does not answer. Nothing is known to be changed.",
	);
});

test("nothing is reported about a store that responds", async () => {
	const page = { isMissing: false, storeFault: null, slot: null };
	expect(await runPage(page, () => requirePermission("look"))).toMatchObject({ role: "editor" });
	expect(page.storeFault).toBeNull();
});

test("each request looks up its session once, for an action and all calls and the page after it", async () => {
	const takeStatements = recordStatements();
	const lookUps = () => takeStatements().filter((statement) => statement.includes('from "sessions"'));
	const act = async () => {
		await permittedForm("look", new FormData());
		await requirePermission("look");
	};
	await runRequest(act);
	expect(lookUps()).toHaveLength(1);
	await runRequest(act);
	expect(lookUps()).toHaveLength(1);
	signInAs(null);
	await expect(runRequest(act)).rejects.toMatchObject({ reason: "signed-out" });
});
