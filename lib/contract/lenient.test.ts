import { expect, test } from "vitest";
import type { z } from "zod";
import { application, applicationPage } from "./client/application";
import { clientGrant, clientGrantPage } from "./client/client-grant";
import { clientConnectionPage, connection, connectionClientPage, connectionPage } from "./connection/connection";
import { refreshToken, refreshTokenPage, userRefreshTokenPage } from "./refresh-token";
import { session, sessionPage } from "./session";
import { template, templatePage } from "./template/template";
import { user, userPage } from "./user";

const odd = [5, true, ["x"], "x", { n: 1 }, { n: { n: null } }];
const responses: [name: string, id: string, schema: z.ZodObject][] = [
	["application", "client_id", application],
	["client grant", "id", clientGrant],
	["connection", "id", connection],
	["refresh token", "id", refreshToken],
	["session", "id", session],
	["template", "id", template],
	["user", "user_id", user],
];

test.each(responses)("each part of a %s may be of another form, and hides no other", (_, id, schema) => {
	for (const part of Object.keys(schema.shape).filter((name) => name !== id)) {
		for (const value of odd) {
			const read = schema.safeParse({ [id]: "x", [part]: value });
			expect(read.success, `${part} ${JSON.stringify(value)}`).toBe(true);
		}
	}
	expect(schema.safeParse({ [id]: 5 }).success).toBe(false);
});

test("what is of another form is not known: neither false nor none", () => {
	const read = refreshToken.parse({ id: "x", rotating: "yes", resource_servers: "all", session_id: 5 });
	expect(read).toEqual({ id: "x" });
	expect(user.parse({ user_id: "x", blocked: "no" }).blocked).toBeUndefined();
});

test("values of metadata that are no texts stay as they are", () => {
	const metadata = JSON.parse('{"a":"1","n":{"n":1},"list":[1],"flag":false,"nothing":null,"__proto__":5}');
	expect(JSON.stringify(session.parse({ id: "x", session_metadata: metadata }).session_metadata)).toBe(
		JSON.stringify(metadata),
	);
	expect(refreshToken.parse({ id: "x", refresh_token_metadata: "text" }).refresh_token_metadata).toBeUndefined();
});

test.each<[string, z.ZodType<{ unreadable: number }>, string]>([
	["clients", applicationPage, "client_id"],
	["client_grants", clientGrantPage, "id"],
	["connections", connectionPage, "id"],
	["connections", clientConnectionPage, "id"],
	["clients", connectionClientPage, "client_id"],
	["refresh_tokens", refreshTokenPage, "id"],
	["tokens", userRefreshTokenPage, "id"],
	["sessions", sessionPage, "id"],
	["templates", templatePage, "id"],
	["users", userPage, "user_id"],
])("of a page of %s the entries without a usable id are counted, and the others read", (list, schema, id) => {
	const read = schema.parse({ [list]: [{ [id]: "a" }, { [id]: 5 }, null, "x", { [id]: "b", name: 5 }] });
	expect(read).toMatchObject({ [list]: [{ [id]: "a" }, { [id]: "b" }], unreadable: 3 });
	for (const other of [{}, { [list]: "x" }, { [list]: null }, null, "x"]) {
		expect(schema.safeParse(other).success).toBe(false);
	}
});

test("an entry of another form within a part hides no other, and stays as one of which nothing is known", () => {
	const [good, ...bad] = [{ client_id: "portal" }, null, "x", 5];
	expect(session.parse({ id: "x", clients: [good, ...bad] }).clients).toEqual([good, {}, {}, {}]);
	const methods = [null, { name: "pwd" }, "pwd"];
	expect(session.parse({ id: "x", authentication: { methods } }).authentication?.methods).toEqual([
		{},
		{ name: "pwd" },
		{},
	]);
	const server = { audience: "https://api.example.com", scopes: "read" };
	expect(refreshToken.parse({ id: "x", resource_servers: [null, server] }).resource_servers).toEqual([{}, server]);
	const identity = { connection: "staff" };
	expect(user.parse({ user_id: "x", identities: ["x", identity] }).identities).toEqual([{}, identity]);
});
