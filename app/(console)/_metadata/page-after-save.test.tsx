import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { partsOf } from "@/app/_testing/result-parts";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { requestRevocationAction } from "../_revocation/revocation-action";
import RefreshTokenPage from "../refresh-tokens/[id]/page";
import { saveMetadataAction } from "./metadata-actions";

// Without scripts an action and the page after it are one request and one response.
const ID = "dcr_1";
const GONE_MS = 600;

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

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries({ tokenId: ID, ...fields })) form.set(name, value);
	return form;
}
const opened = JSON.stringify({ rows: [["note", "opened"]] });
const values = JSON.stringify({ rows: [{ id: "0", key: "note", value: "typed", original: null }] });
const save = () => partsOf(saveMetadataAction({}, formOf({ opened, values })));

async function htmlOf(page: Promise<ReactNode>): Promise<string> {
	return new Response(await renderToReadableStream(<Queries>{await page}</Queries>)).text();
}
const page = () => htmlOf(RefreshTokenPage({ params: Promise.resolve({ id: ID }) }));

test("a save on a tenant that hangs is reported within the request's time, in a page that still has the form", async () => {
	service.handle = () => {};
	const start = performance.now();
	const [state, html] = await runWithin(GONE_MS, async () => [await save(), await page()] as const);
	// Each by itself would wait for ten seconds.
	expect(performance.now() - start).toBeLessThan(8000);
	expect(state.problem?.title).toBe("test did not answer within 10 s");
	expect(state.values?.rows).toMatchObject([{ value: "typed" }]);
	expect(html).toContain("The page could not be read again");
	expect(html).toContain("Save metadata");
	expect(html).toContain("opened");
	expect(html).not.toContain("Nothing was changed");
});

test("the page after a successful save has the form, even where the token can't be read", async () => {
	const metadata = { note: "opened" };
	service.handle = ({ method, body }, response) => {
		if (method === "PATCH") Object.assign(metadata, JSON.parse(body).refresh_token_metadata);
		const isAfter = method === "GET" && metadata.note === "typed";
		json(response, isAfter ? 500 : 200, { id: ID, refresh_token_metadata: metadata });
	};
	const [state, html] = await runWithin(10_000, async () => [await save(), await page()] as const);
	expect(state.saved?.after.rows).toEqual([["note", "typed"]]);
	expect(html).toContain("Save metadata");
});

test("a page that can't be read after a revocation with an unknown outcome reports that, and not that nothing was changed", async () => {
	service.handle = (_, response) => response.socket?.destroy();
	const html = await runWithin(10_000, async () => {
		await requestRevocationAction({}, formOf({}));
		return page();
	});
	expect(html).toContain("Not confirmed");
	expect(html).not.toContain("Nothing was changed");
});

test("a page without form data reports its own problem", async () => {
	service.handle = (_, response) => response.socket?.destroy();
	expect(await runWithin(10_000, page)).toMatch(/cut off its response.*Not available since.*Try again/);
});
