import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OperationName } from "@/lib/contract/operations";
import { problemOf } from "../../problem/problem-of";
import type { ResourceName } from "../../resources/resources";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { callManagement } from "./client";

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

const REFUSED = "The tenant refused the request";

type Refusal = { name: OperationName; subject: ResourceName; status: 403 | 409; body: object; granted?: string };

/** What the admin reads where the tenant answers a call so. @param granted scopes of the token; absent: not known */
async function shown({ name, subject, status, body, granted }: Refusal) {
	service.respondWithToken = (_, response) =>
		json(response, 200, {
			access_token: "t",
			token_type: "Bearer",
			expires_in: 3600,
			...(granted !== undefined && { scope: granted }),
		});
	service.handle = (_, response) => json(response, status, { statusCode: status, ...body });
	const error = await callManagement(name, { path: { id: "x", user_id: "u" } }).catch((thrown: unknown) => thrown);
	return problemOf(error, subject);
}

describe("a 403", () => {
	const template = { name: "post_vc_templates", subject: "template", status: 403 } as const;
	const LACKED = "The tenant has not granted this console";

	test.each([
		"Insufficient scope, expected any of: update:vdcs_templates",
		"Insufficient scope; expected any of: update:vdcs_templates.",
		"Insufficient scope; expected: update:vdcs_templates.",
		"Insufficient scope, expected all of: update:vdcs_templates",
	])("is a missing scope by its code and %j: the operation's own is named, beside the sentence", async (message) => {
		for (const granted of [undefined, "", "read:vdcs_templates"]) {
			expect(
				await shown({
					...template,
					...(granted !== undefined && { granted }),
					body: { errorCode: "insufficient_scope", message },
				}),
			).toMatchObject({
				title: "The console lacks a scope",
				message: `${LACKED} create:vdcs_templates.`,
				detail: message,
			});
		}
	});

	test("names the scopes of its sentence where the token has the operation's: the content of the request needs more", async () => {
		const call = {
			name: "patch_clients_by_id",
			subject: "application",
			status: 403,
			granted: "update:clients",
		} as const;
		const words = async (message: string) =>
			(await shown({ ...call, body: { errorCode: "insufficient_scope", message } })).message;
		expect(await words("Insufficient scope, expected any of: update:client_keys,update:client_credentials")).toBe(
			`${LACKED} update:client_keys or update:client_credentials.`,
		);
		expect(await words("Insufficient scope, expected all of: a:b,c:d")).toBe(`${LACKED} a:b and c:d.`);
	});

	test.each([
		["insufficient_entitlement", "Please upgrade your subscription to use this feature"],
		["insufficient_scope", "Please upgrade your subscription to use this feature"],
		["insufficient_scope", "You cannot read the following fields: client_secret"],
		["operation_not_supported", "This operation is not supported for this client"],
		["access_denied", "The account is not allowed to perform this operation."],
		[undefined, "Insufficient scope, expected any of: update:vdcs_templates"],
	])(
		"with the code %s and %j is shown in these words, and no scope is said to be missing",
		async (errorCode, message) => {
			expect(await shown({ ...template, body: { errorCode, message } })).toEqual({ title: REFUSED, message });
		},
	);

	test("without a sentence says that there is none", async () => {
		expect(await shown({ ...template, body: {} })).toEqual({ title: REFUSED, message: "It did not say why." });
	});
});

describe("a 409", () => {
	test.each([
		["post_vc_templates", "template", "Template (name) already exists.", "A template with this name already exists"],
		[
			"patch_vc_templates_by_id",
			"template",
			"Template (name) already exists.",
			"A template with this name already exists",
		],
		[
			...(["post_connections", "identity provider", "A connection with the same name already exists"] as const),
			"An identity provider with this name already exists",
		],
	] as const)(
		"of %s about a name belongs to the name, with its own sentence",
		async (name, subject, message, title) => {
			expect(await shown({ name, subject, status: 409, body: { message } })).toEqual({
				title,
				message: `The tenant said: ${message}`,
				about: "name-taken",
			});
		},
	);

	test.each([
		["post_connections", "identity provider", "The tenant is being restored. Try again later."],
		["post_clients", "application", "A client with the same external_client_id already exists"],
		["post_client-grants", "application", "A client grant for this client, audience and name already exists."],
		["delete_connections_by_id", "identity provider", "A deletion of a connection of this name already exists"],
		["patch_users_by_id", "user", "The user is the only editor of this tenant who is not blocked."],
	] as const)("of %s about anything else is shown in its own words", async (name, subject, message) => {
		expect(await shown({ name, subject, status: 409, body: { message } })).toEqual({ title: REFUSED, message });
	});
});

test.each([414, 431])(
	"a %i says that what was looked for is too long, where the tenant does not say so itself",
	async (status) => {
		for (const [body, message] of [
			["<html>Request-URI Too Large</html>", "The search text is too long."],
			[JSON.stringify({ statusCode: status, message: "Query too long." }), "Query too long."],
		] as const) {
			service.handle = (_, response) => void response.writeHead(status).end(body);
			const error = await callManagement("get_users", { query: { q: "a" } }).catch((thrown: unknown) => thrown);
			expect(problemOf(error, "user")).toMatchObject({ title: REFUSED, message });
		}
	},
);
