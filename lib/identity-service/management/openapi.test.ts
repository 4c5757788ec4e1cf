import { expect, test } from "vitest";
import { operations, partScopes } from "@/lib/contract/operations";
import { SCOPES } from "@/lib/contract/scopes";
import { managementOperations } from "../endpoints";
import { openApiDocument } from "./openapi";

const document = JSON.parse(
	JSON.stringify(
		openApiDocument(managementOperations, {
			issuer: "http://localhost:3000/",
			baseUrl: "http://localhost:3000/api/v2",
			rateLimit: null,
		}),
	),
);

test("every operation of the contract is described, with its scopes", () => {
	for (const [name, { method, path, scopes, ...operation }] of Object.entries(operations)) {
		const own: readonly string[][] = "needsEveryScope" in operation ? [[...scopes]] : scopes.map((scope) => [scope]);
		// The vendor: "the read:connections scope and any one of read:clients or read:client_summary".
		const others = name === "get_client_connections" ? partScopes["connections of a client"] : null;
		const alternatives = others ? own.flatMap((each) => others.map((scope) => [...each, scope])) : own;
		const described = document.paths[path]?.[method.toLowerCase()];
		expect(described?.operationId).toBe(name);
		expect(described.security).toEqual([
			{ bearer: [] },
			...alternatives.map((clientCredentials) => ({ clientCredentials })),
		]);
		for (const parameter of path.match(/\{\w+\}/g) ?? []) {
			expect(described.parameters).toContainEqual(
				expect.objectContaining({ name: parameter.slice(1, -1), in: "path", required: true }),
			);
		}
	}
});

test("the bounds of a template are in its request's schema", () => {
	const { post } = document.paths["/verifiable-credentials/verification/templates"];
	expect(Object.keys(post.requestBody.content)).toEqual(["application/json", "application/x-www-form-urlencoded"]);
	const { schema } = post.requestBody.content["application/json"];
	expect(schema.additionalProperties).toBe(false);
	expect(schema.required.toSorted()).toEqual(["dialect", "name", "presentation", "type", "well_known_trusted_issuers"]);
	expect(schema.properties.name).toMatchObject({ type: "string", minLength: 1, maxLength: 255 });
	expect(schema.properties.dialect).toMatchObject({ maxLength: 255, pattern: "^simplified\\/1.0$" });
	const document_ = schema.properties.presentation.properties["org.iso.18013.5.1.mDL"];
	expect(document_).toMatchObject({ additionalProperties: false, required: ["org.iso.18013.5.1"] });
	const elements = document_.properties["org.iso.18013.5.1"];
	expect(elements).toMatchObject({ type: "object", minProperties: 1, additionalProperties: true });
	expect(Object.keys(elements.properties)).toHaveLength(21);
	expect(Object.keys(post.responses)).toEqual(
		expect.arrayContaining(["201", "400", "401", "403", "409", "413", "429"]),
	);
});

test("the bounds of metadata and of pages are described", () => {
	const { patch } = document.paths["/refresh-tokens/{id}"];
	const text = JSON.stringify(patch.requestBody.content["application/json"].schema.properties.refresh_token_metadata);
	expect(text).toContain('"maxProperties":25');
	expect(text).toContain('"maxLength":255');
	expect(text).toContain('"null"');
	const { get } = document.paths["/users/{user_id}/refresh-tokens"];
	const take = get.parameters.find(({ name }: { name: string }) => name === "take");
	expect(take).toMatchObject({ in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 100 } });
});

test("every reference resolves", () => {
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? "");
	expect(references.length).toBeGreaterThan(0);
	for (const path of references) {
		const target = path.split("/").reduce((node, key) => node?.[key.replaceAll("~1", "/")], document);
		expect(target, path).toBeDefined();
	}
});

test("every scope is described in words", () => {
	const { scopes } = document.components.securitySchemes.clientCredentials.flows.clientCredentials;
	expect(Object.keys(scopes)).toEqual(SCOPES);
	expect(scopes).toMatchObject({ "read:users": "Read users", "update:client_keys": "Update client keys" });
});

test("every response is described by the name of its status, in the same words for all operations", () => {
	const described = new Map<string, Set<string>>();
	for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path as object))) {
		for (const [status, { description }] of Object.entries<{ description: string }>(operation.responses)) {
			described.set(status, (described.get(status) ?? new Set()).add(description));
		}
	}
	const texts = Object.fromEntries([...described].map(([status, descriptions]) => [status, [...descriptions]]));
	expect(texts).toEqual({
		200: ["OK"],
		201: ["Created"],
		202: ["Accepted"],
		204: ["No content"],
		400: ["Bad request: the path, the query, the body or the Authorization header is invalid"],
		401: ["Unauthorized: the access token is missing or invalid"],
		403: ["Forbidden: the access token lacks a required scope"],
		404: ["Not found"],
		409: ["Conflict: the request contradicts what is stored"],
		413: ["Payload too large: the body has more than 256 KB"],
		414: ["URI too long: the URL has more than 8000 characters"],
		415: ["Unsupported media type"],
		429: ["Too many requests"],
		431: ["Request header fields too large: the headers have more than 16 KB"],
		503: ["Service unavailable: the database cannot be used at the moment"],
	});
});
