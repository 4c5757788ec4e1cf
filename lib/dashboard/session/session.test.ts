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
	const page = { isMissing: false, storeFault: null };
	const error = await runPage(page, () => requirePermission("look")).catch((failure: unknown) => failure);
	heldDatabase.set(Promise.resolve(database));
	expect(page.storeFault).toBe("does not answer");
	expect(problemOf(error, "template").message).toBe(
		"The console's own store does not answer. As far as the console knows, nothing was changed.",
	);
});

test("nothing is reported about a store that responds", async () => {
	const page = { isMissing: false, storeFault: null };
	expect(await runPage(page, () => requirePermission("look"))).toMatchObject({ role: "editor" });
	expect(page.storeFault).toBeNull();
});

/** Runs in one request; returns how often that has looked up its session. */
async function lookUpsOf(work: () => Promise<unknown>): Promise<number> {
	const takeStatements = recordStatements();
	await runRequest(work);
	return takeStatements().filter((statement) => statement.includes('from "sessions"')).length;
}

test("a request looks up its session once for all its reads, for an action also for the page after it", async () => {
	const read = async () => {
		await requirePermission("look");
		await requirePermission("look");
	};
	expect(await lookUpsOf(read)).toBe(1);
	expect(await lookUpsOf(read)).toBe(1);
	const act = async () => {
		await permittedForm("look", new FormData());
		await read();
	};
	expect(await lookUpsOf(act)).toBe(1);
});
