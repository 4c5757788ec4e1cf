import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { authorizations } from "../testing/authorizations";
import { DescribedInterface, type DescribedOperation } from "../testing/described-interface";
import { fillStore } from "../testing/fill-store";
import {
	type Credentials,
	type GeneratedRequest,
	type GeneratedText,
	generatedRequest,
} from "../testing/generated-request";
import { knownTexts } from "../testing/known-texts";
import { describeOnAnyEngine, type TestTenant } from "../testing/test-tenant";

const LONG = Boolean(process.env.LONG);
const RUNS = LONG ? 10_000 : 300;
/** More requests of one operation, and how often where a status is still missing. */
const RUNS_OF_ONE = 500;
const ROUNDS_OF_ONE = LONG ? 20 : 1;
/** So many that some are left when others have been deleted. */
const CONNECTIONS = LONG ? 200 : 30;
const GRANTS = LONG ? 100 : 0;
const TIMEOUT_MS = 60_000 + RUNS * 60;
const BASE = "http://localhost:3000/api/v2";
/** Statuses that no request causes alone, and those of the server in front. */
const NOT_BY_REQUESTS = ["429", "503", "414", "431"];
/** A body has to name an existing application and API, or a provider's address, beside what is described. */
const NOT_BY_CHANCE = [
	...["post_client-grants never responded 201", "post_client-grants never responded 409"],
	...["post_connections never responded 201", "post_connections never responded 409"],
	"patch_connection_clients never responded 204",
];

type Seen = ReadonlyMap<string, ReadonlySet<number>>;

/** Statuses that are described and were not seen: of successes alone, and of refusals as well in a long run. */
function missedOf({ operationId, responses }: DescribedOperation, seen: Seen): string[] {
	return Object.keys(responses)
		.filter((status) => !NOT_BY_REQUESTS.includes(status) && (LONG || status < "300"))
		.filter((status) => !seen.get(operationId)?.has(Number(status)))
		.map((status) => `${operationId} never responded ${status}`)
		.filter((missed) => !NOT_BY_CHANCE.includes(missed));
}

describeOnAnyEngine("the served description", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open({ RATE_LIMIT: "", RATE_LIMIT_BURST: "1000000" });
		await fillStore(tenant.service, { users: 20, templates: 150, tokens: RUNS, sessions: RUNS, entries: RUNS });
		const options = { signInEndpoint: "https://idp.example/sso" };
		for (let index = 0; index < CONNECTIONS; index += 1) {
			const body = { name: `corp-${index}`, strategy: "samlp", options };
			expect((await tenant.call("POST", "/connections", { body })).status).toBe(201);
		}
		for (let index = 0; index < GRANTS; index += 1) {
			const made = await tenant.call("POST", "/clients", {
				body: { name: `job-${index}`, app_type: "non_interactive" },
			});
			const { client_id } = made.json as { client_id: string };
			const body = { client_id, audience: tenant.service.config.audience, scope: ["read:users"] };
			expect((await tenant.call("POST", "/client-grants", { body })).status).toBe(201);
		}
	});
	afterAll(() => tenant.close());

	it(
		"is exactly what is accepted and what is returned",
		async () => {
			const described = await describedInterface(tenant);
			const authorization = await authorizations(tenant, described.operations);
			const known = await knownTexts(tenant);
			const seed = LONG ? Date.now() : 1;
			const differences: string[] = [];
			const seen = new Map(described.operations.map(({ operationId }) => [operationId, new Set<number>()]));
			const send = async (generated: GeneratedRequest) => {
				const { operation, credentials, content } = generated;
				const textOf = (name: string, text: GeneratedText) =>
					(typeof text === "string" ? text : known(operation, name, text.known)).toWellFormed();
				const path = Object.fromEntries(
					Object.entries(generated.path).map(([name, text]) => [name, textOf(name, text)]),
				);
				const query = generated.query.map(([name, text]): [string, string] => [
					name.toWellFormed(),
					textOf(name, text),
				]);
				const sent = requestOf(generated, path, query, authorization(operation, credentials));
				const response = await handleServiceRequest(tenant.service, sent);
				const found = [];
				if (generated.method === operation.method) {
					seen.get(operation.operationId)?.add(response.status);
					found.push(...(await described.differences(operation, response.clone())));
					const isAllowed = described.allows(operation, {
						path,
						query: readOf(operation, query),
						body: content?.value,
					});
					found.push(...unexpected(generated, response.status, isAllowed, isRefusedInWords(operation, query)));
				} else if (isUnknown(described, generated) && response.status !== 404) {
					found.push(`${generated.method} is not described`);
				}
				const text = await response.text();
				known.note(operation, text);
				const request = `${sent.method} ${sent.url.slice(BASE.length)} as ${credentials} ${JSON.stringify(content).slice(0, 300)}`;
				differences.push(...found.map((one) => `${request} → ${response.status}: ${one}: ${text.slice(0, 200)}`));
			};
			for (const each of fc.sample(generatedRequest(described.operations), { numRuns: RUNS, seed })) await send(each);
			// An operation's rare statuses may need more requests.
			for (let round = 0; round < ROUNDS_OF_ONE; round += 1) {
				for (const operation of described.operations.filter((one) => missedOf(one, seen).length > 0)) {
					const requests = fc.sample(generatedRequest([operation]), { numRuns: RUNS_OF_ONE, seed: seed + round });
					for (const each of requests) {
						await send(each);
						if (!LONG && missedOf(operation, seen).length === 0) break;
					}
				}
			}
			expect(differences.slice(0, 20), `seed ${seed}`).toEqual([]);
			const missed = described.operations.flatMap((one) => missedOf(one, seen));
			expect(missed, `seed ${seed}`).toEqual([]);
		},
		TIMEOUT_MS,
	);

	it("includes the response to a caller that sends too many requests", async () => {
		const limited = await open({ RATE_LIMIT: "", RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0.001" });
		const described = await describedInterface(limited);
		for (const operation of described.operations) {
			const call = () =>
				handleServiceRequest(limited.service, new Request(BASE + operation.path, { method: operation.method }));
			await call();
			const response = await call();
			expect(response.status).toBe(429);
			expect(await described.differences(operation, response)).toEqual([]);
		}
		await limited.close();
	});
});

async function describedInterface({ service }: TestTenant): Promise<DescribedInterface> {
	const response = await handleServiceRequest(service, new Request(`${BASE}/openapi.json`));
	return new DescribedInterface((await response.json()) as Record<string, unknown>);
}

function requestOf(
	generated: GeneratedRequest,
	path: Record<string, string>,
	query: [string, string][],
	authorization: string | null,
): Request {
	const { operation, method, content } = generated;
	const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
	const search = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
	const hasBody = content !== null && method !== "GET";
	const request = new Request(`${BASE}${filled}${search && `?${search}`}`, {
		method,
		...(hasBody && { body: content.text }),
	});
	if (hasBody && content.type !== "") request.headers.set("content-type", content.type);
	else request.headers.delete("content-type");
	if (authorization !== null) request.headers.set("authorization", authorization);
	return request;
}

/** Whether no operation at the path has the method. */
function isUnknown({ operations }: DescribedInterface, { operation, method }: GeneratedRequest): boolean {
	return !operations.some((each) => each.path === operation.path && each.method === method);
}

/**
 * What is unexpected of a response's status.
 * @param isAllowed by the schemas
 * @param mayBeRefused all the same, by a rule that no schema contains
 */
function unexpected(
	{ operation, credentials }: GeneratedRequest,
	status: number,
	isAllowed: boolean,
	mayBeRefused: boolean,
): string[] {
	const isGlobalOnly = operation.operationId === "post_vc_templates";
	const refusals: Partial<Record<Credentials, number>> = {
		none: 401,
		garbage: 401,
		malformed: 400,
		unscoped: 403,
		...(isGlobalOnly && { "not global": 401 }),
	};
	const expected = refusals[credentials];
	if (expected !== undefined) return status === expected ? [] : [`${expected} was expected`];
	if (status === 401 || status === 403) return ["the credentials are valid"];
	if (isAllowed && !mayBeRefused && [400, 413, 415].includes(status)) return ["the description allows it"];
	return !isAllowed && status < 300 ? ["the description does not allow it"] : [];
}

/** The parameters that are not ignored. */
function readOf({ operationId }: DescribedOperation, query: [string, string][]): [string, string][] {
	const ofCheckpoint = query.filter(([name]) => name === "from" || name === "take");
	return operationId === "get_logs" && ofCheckpoint.length > 0 ? ofCheckpoint : query;
}

/** What the description has in words alone: the syntax of a search, its first 1,000 results, checkpoints, rules of fields. */
function isRefusedInWords({ operationId }: DescribedOperation, query: [string, string][]): boolean {
	const values = new Map(query);
	const end = (Number(values.get("page") ?? 0) + 1) * Number(values.get("per_page") ?? 50);
	const isSearch = ["get_users", "get_clients", "get_logs"].includes(operationId) && values.has("q");
	const isShallow = ["get_users", "get_logs", "get_user_logs"].includes(operationId);
	const hasRules = [
		...["patch_client-grants_by_id", "post_refresh_tokens_revoke"],
		...["post_clients", "patch_clients_by_id", "post_client-grants", "post_connections", "patch_connections_by_id"],
		"patch_connection_clients",
	].includes(operationId);
	return values.has("from") || isSearch || hasRules || (isShallow && end > 1000);
}
