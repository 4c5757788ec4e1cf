import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { partScopes } from "@/lib/contract/operations";
import { features } from "@/lib/dashboard/resources/features";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { ConnectionStatus } from "./connection-status";

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("viewer");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

/** The entries of the two lists, as text. @param scope what the tenant grants; absent: it does not say */
async function lists(scope?: string): Promise<string[][]> {
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, ...(scope && { scope }) });
	const html = await new Response(await renderToReadableStream(await ConnectionStatus())).text();
	const [, first = "", second = ""] = html.split('scopes" class').map((list) => list.split("</ul>")[0] ?? "");
	const textOf = (row: string) =>
		row
			.replace(/<!--.*?-->/g, "")
			.replace(/<[^>]+>/g, " ")
			.replaceAll("&#x27;", "'")
			.replace(/\s+/g, " ")
			.trim();
	return [first, second].map((list) => [...list.matchAll(/<li.*?<\/li>/g)].map(([entry]) => textOf(entry)));
}

const everything = [...new Set(features.flatMap(({ scopes }) => scopes))];

test("the page lists every feature with its scopes and what there is without it, the optional ones apart", async () => {
	const [needed = [], optional = []] = await lists(everything.join(" "));
	const rows = (isOptional: boolean) =>
		features
			.filter((feature) => feature.isOptional === isOptional)
			.map(({ feature, scopes, joiner, without }) => `${feature} ${scopes.join(joiner)} Without: ${without} granted`);
	expect(needed).toEqual(rows(false));
	expect(optional).toEqual(rows(true));
});

test.each(everything)("where %s alone is not granted, what needs it is missing, and nothing else", async (scope) => {
	const rows = (await lists(everything.filter((other) => other !== scope).join(" "))).flat();
	const hit = features.filter(
		({ scopes, joiner }) => scopes.includes(scope) && (joiner === " and " || scopes.length === 1),
	);
	expect(rows.filter((row) => row.endsWith(" missing")).length).toBe(hit.length);
	for (const { feature, scopes, joiner } of hit) {
		expect(rows.find((row) => row.startsWith(`${feature} ${scopes.join(joiner)} `))).toMatch(/ missing$/);
	}
});

test("scopes of parts of a resource are among the optional ones", async () => {
	const [, optional = []] = await lists("read:clients");
	for (const scope of [
		...partScopes["client keys"],
		...partScopes["connection options"],
		"update:connections_options",
	]) {
		expect(optional.some((row) => row.includes(scope) && row.endsWith(" missing"))).toBe(true);
	}
});

test("where the tenant does not say what it has granted, it is not known", async () => {
	const rows = (await lists()).flat();
	expect(rows.every((row) => row.endsWith(" unknown"))).toBe(true);
});
