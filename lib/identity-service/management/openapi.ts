import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER } from "@/lib/contract/error";
import { partScopes } from "@/lib/contract/operations";
import { SCOPES } from "@/lib/contract/scopes";
import type { IdentityServiceConfig } from "../context/config";
import { managementError } from "../http/refusal";
import type { ManagementOperation } from "./operation";

type JsonSchema = Record<string, unknown>;

const RATE_HEADERS = [RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER];
const CHALLENGE_HEADER = "WWW-Authenticate";
/** Refused by the server in front, before a request is counted. */
const UNREADABLE = [414, 431];

/** What a status means here, beyond its name. */
const STATUS_DETAILS: Record<number, string> = {
	400: "the path, the query, the body or the Authorization header is invalid",
	401: "the access token is missing or invalid",
	403: "the access token lacks a required scope",
	409: "the request contradicts what is stored",
	413: "the body has more than 256 KB",
	414: "the URL has more than 8000 characters",
	431: "the headers have more than 16 KB",
	503: "the database cannot be used at the moment",
};

/**
 * The management interface as an OpenAPI 3.1 document: every operation with its bounds, errors and security, generated
 * from the schemas that requests are checked against.
 */
export function openApiDocument(
	operations: readonly ManagementOperation[],
	{ baseUrl, issuer, rateLimit }: Pick<IdentityServiceConfig, "baseUrl" | "issuer" | "rateLimit">,
): JsonSchema {
	const paths: Record<string, JsonSchema> = {};
	for (const operation of operations) {
		paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) };
	}
	return {
		openapi: "3.1.0",
		info: { title: "Identity management interface", version: "2.0" },
		servers: [{ url: baseUrl }],
		paths,
		components: {
			schemas: { Error: schemaOf(managementError) },
			headers: {
				...Object.fromEntries(
					RATE_HEADERS.map((name) => [name, { required: rateLimit !== null, schema: { type: "integer" } }]),
				),
				[CHALLENGE_HEADER]: { required: true, schema: { type: "string" } },
			},
			securitySchemes: {
				bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
				clientCredentials: {
					type: "oauth2",
					flows: {
						clientCredentials: {
							tokenUrl: `${issuer}oauth/token/`,
							scopes: Object.fromEntries(SCOPES.map((scope) => [scope, inWords(scope)])),
						},
					},
				},
			},
		},
	};
}

function describe({ name, path, status, declared, ...operation }: ManagementOperation): JsonSchema {
	const { body, response: result, description } = declared;
	const { scopes, needsEveryScope }: { scopes: readonly string[]; needsEveryScope?: true } = operation;
	const others: readonly string[] | null = declared.part ? partScopes[declared.part] : null;
	const own = needsEveryScope ? [scopes] : scopes.map((scope) => [scope]);
	const alternatives = others ? own.flatMap((each) => others.map((scope) => [...each, scope])) : own;
	const refusals = [400, 401, 403, ...(declared.refusals ?? []), 429, 503, ...UNREADABLE, ...(body ? [413, 415] : [])];
	return {
		operationId: name,
		tags: [path.split("/")[1]],
		...(description === undefined ? {} : { description }),
		security: [{ bearer: [] }, ...alternatives.map((clientCredentials) => ({ clientCredentials }))],
		parameters: [...parameters("path", declared.path), ...parameters("query", declared.query)],
		...(body ? { requestBody: requestBody(schemaOf(body.schema), body.form !== undefined) } : {}),
		responses: {
			[status]: response(status, result ? schemaOf(result) : null),
			...(declared.mayBeEmpty ? { 204: response(204, null) } : {}),
			...Object.fromEntries(refusals.map((each) => [each, response(each, { $ref: "#/components/schemas/Error" })])),
		},
	};
}

function parameters(place: "path" | "query", schema: z.ZodType = z.strictObject({})): JsonSchema[] {
	const { properties = {}, required = [] } = schemaOf(schema) as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, each]) => ({
		name,
		in: place,
		required: place === "path" || required.includes(name),
		schema: each,
	}));
}

function requestBody(schema: JsonSchema, hasForm: boolean): JsonSchema {
	if (!hasForm) return { required: true, content: { "application/json": { schema } } };
	return {
		description:
			"A form writes the properties of objects in brackets, as in `presentation[a][b][family_name]=true`, and null as an empty value.",
		required: true,
		content: { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } },
	};
}

function response(status: number, schema: JsonSchema | null): JsonSchema {
	const headers = [...(UNREADABLE.includes(status) ? [] : RATE_HEADERS), ...(status === 401 ? [CHALLENGE_HEADER] : [])];
	return {
		description: statusText(status),
		headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
		...(schema ? { content: { "application/json": { schema } } } : {}),
	};
}

/** "update:client_keys" as "Update client keys". */
function inWords(scope: string): string {
	return scope.charAt(0).toUpperCase() + scope.slice(1).replace(/[:_]/g, " ");
}

/** The name of the status (RFC 9110, section 15), as a sentence: "Not found". */
function statusText(status: number): string {
	const name = STATUS_CODES[status]?.replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase()) ?? "";
	const details = STATUS_DETAILS[status];
	return details === undefined ? name : `${name}: ${details}`;
}

/** JSON Schema of requests and responses. What zod cannot express itself is in the schemas' own `meta`. */
function schemaOf(schema: z.ZodType): JsonSchema {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
	return rest;
}
