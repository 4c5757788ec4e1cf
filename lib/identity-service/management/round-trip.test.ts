/**
 * A resource can be sent back as it is read, to change nothing or to create another like it, without the properties that
 * the guide lists.
 */
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate } from "@/lib/testing/certificates";
import { managementOperations } from "../endpoints";
import { DescribedInterface, type DescribedOperation } from "../testing/described-interface";
import { openTestTenant, type TestTenant } from "../testing/test-tenant";
import { openApiDocument } from "./openapi";

type Resource = Record<string, unknown>;
type Kind = {
	path: string;
	/** As the guide calls it. */
	name: string;
	/** The path of their list. */
	list: (tenant: TestTenant) => Promise<string>;
	id: string;
	/** What two of them can't have in common. */
	own?: (resource: Resource, index: number) => Resource;
};

const SIGN_IN = "https://idp.example/sso";
const TEMPLATES = "/verifiable-credentials/verification/templates";
const named = ({ name }: Resource, index: number) => ({ name: `${name}-${index}` });
const KINDS: Kind[] = [
	{ path: TEMPLATES, name: "template", list: async () => TEMPLATES, id: "id", own: named },
	{ path: "/clients", name: "application", list: async () => "/clients?per_page=100", id: "client_id", own: named },
	{ path: "/client-grants", name: "client grant", list: async () => "/client-grants?per_page=100", id: "id" },
	{
		path: "/connections",
		name: "identity provider",
		list: async () => "/connections?per_page=100",
		id: "id",
		own: named,
	},
	{
		path: "/refresh-tokens",
		name: "refresh token",
		id: "id",
		async list({ service }) {
			const { user_id } = await service.database
				.selectFrom("refresh_tokens")
				.select("user_id")
				.executeTakeFirstOrThrow();
			return `/users/${encodeURIComponent(user_id)}/refresh-tokens?take=100`;
		},
	},
	{
		path: "/sessions",
		name: "session",
		id: "id",
		async list({ service }) {
			const { user_id } = await service.database
				.selectFrom("sessions")
				.select("user_id")
				.where("metadata", "is not", null)
				.executeTakeFirstOrThrow();
			return `/users/${encodeURIComponent(user_id)}/sessions?take=100`;
		},
	},
	{ path: "/users", name: "user", list: async () => "/users", id: "user_id" },
];
/** Requests with a body that end something. */
const ENDING = ["/refresh-tokens/revoke", "/users/{user_id}/revoke-access"];
const CONSOLE = ["console_with_key", "console_management", "console_sign_in"];
/** The console's own applications can't be created again; the last one is the caller. */
const NOT_CREATED_AGAIN = [...CONSOLE, "management"];

let tenant: TestTenant;
let described: DescribedInterface;
beforeAll(async () => {
	tenant = await openTestTenant();
	described = new DescribedInterface(openApiDocument(managementOperations, tenant.service.config));
	const made = [
		["/clients", { name: "Key", client_authentication_methods: publicKey() }],
		["/clients", { name: "FAPI", client_authentication_methods: publicKey(), compliance_level: "fapi2_sp_pkj_dpop" }],
		["/clients", { name: "Subject", client_authentication_methods: certificateSubject }],
		["/clients", { name: "Certificate", client_authentication_methods: await certificate() }],
		["/clients", { name: "Machine", app_type: "non_interactive" }],
		["/clients", { name: "Basic", token_endpoint_auth_method: "client_secret_basic", description: "x" }],
		// A change without display_name would set it.
		[
			"/connections",
			{ name: "corp", display_name: "Corporation", strategy: "samlp", options: { signInEndpoint: SIGN_IN } },
		],
		[
			TEMPLATES,
			{ name: "Rooted", ...template, custom_certificate_authority: (await makeCertificate("ec")).certificate },
		],
	] as const;
	for (const [path, body] of made) {
		const { status, text } = await tenant.call("POST", path, { body });
		expect(status, text).toBe(201);
	}
});
afterAll(() => tenant.close());

const template = {
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
	well_known_trusted_issuers: "aamva",
};
const certificateSubject = {
	tls_client_auth: { credentials: [{ credential_type: "cert_subject_dn", subject_dn: "CN=bank" }] },
};

function publicKey() {
	const pem = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
	return { private_key_jwt: { credentials: [{ credential_type: "public_key", pem }] } };
}

async function certificate() {
	const { certificate } = await makeCertificate("ec");
	return { self_signed_tls_client_auth: { credentials: [{ credential_type: "x509_cert", pem: certificate }] } };
}

async function listed(kind: Kind): Promise<Resource[]> {
	const { json } = await tenant.call("GET", await kind.list(tenant));
	const found = (Array.isArray(json) ? json : Object.values(json as object).find(Array.isArray)) as Resource[];
	expect(found.length).toBeGreaterThan(0);
	return found;
}

function operationOf(method: string, path: string): DescribedOperation | undefined {
	return described.operations.find((each) => each.method === method && each.path === path);
}

const GUIDE = readFileSync("docs/guides/application-developer.md", "utf8");
/** The rows of the guide's table: a resource, and what `PATCH` and `POST` do not accept of it. */
const ROWS = new Map(
	[...GUIDE.matchAll(/^\| ([a-z ]+) \| (.*`.*) \|(.*)\|$/gm)].map(([, name = "", patch = "", post = ""]) => [
		name,
		{ PATCH: patch, POST: post },
	]),
);

/** Whether the guide says that a method does not accept a property of a resource. */
function isRefused({ name }: Kind, method: "PATCH" | "POST", property: string): boolean {
	const cell = ROWS.get(name)?.[method] ?? "";
	const named = [...cell.matchAll(/`(\w+)`/g)].map(([, found]) => found);
	return cell.startsWith("all but ") ? !named.includes(property) : named.includes(property);
}

/** What the guide lets a method send back of what was read. */
function accepted(kind: Kind, method: "PATCH" | "POST", resource: Resource): Resource {
	return Object.fromEntries(Object.entries(resource).filter(([property]) => !isRefused(kind, method, property)));
}

/** Expects 400 for what was read with any of the properties that the guide does not let a method send back. */
async function expectRefusals(kind: Kind, method: "PATCH" | "POST", path: string, sent: Resource, read: Resource) {
	for (const [property, value] of Object.entries(read).filter(([name]) => isRefused(kind, method, name))) {
		const { status, text } = await tenant.call(method, path, { body: { ...sent, [property]: value } });
		expect([property, status, text.includes(property)]).toEqual([property, 400, true]);
	}
}

/** Without the property that every write sets. */
function lasting({ updated_at: _, ...resource }: Resource): Resource {
	return resource;
}

it("covers every resource that can be changed or created", () => {
	const writing = described.operations.filter(({ requestBody, path }) => requestBody && !ENDING.includes(path));
	const paths = writing.map(({ path }) => path.replace(/\/\{\w+\}$/, ""));
	// Behind the identifier of a resource are no others that can be read whole.
	expect(new Set(paths.filter((path) => !path.includes("{")))).toEqual(new Set(KINDS.map(({ path }) => path)));
});

it("are all in the guide's table, and nothing else is", () => {
	expect(new Set(ROWS.keys())).toEqual(new Set(KINDS.map(({ name }) => name)));
});

describe.each(KINDS)("$path", (kind) => {
	it("accepts what is read of each, and nothing changes", async () => {
		const patch = operationOf("PATCH", `${kind.path}/{${kind.path === "/users" ? "user_id" : "id"}}`);
		if (!patch) return;
		const stored = () => tenant.service.database.selectFrom("clients").selectAll().orderBy("client_id").execute();
		const rows = await stored();
		const isOneRead = operationOf("GET", patch.path) !== undefined;
		const sentNames = new Set<string>();
		for (const one of await listed(kind)) {
			const id = one[kind.id];
			const path = `${kind.path}/${encodeURIComponent(String(id))}`;
			const read = async () =>
				isOneRead
					? ((await tenant.call("GET", path)).json as Resource)
					: ((await listed(kind)).find((each) => each[kind.id] === id) ?? {});
			const before = await read();
			const sent = accepted(kind, "PATCH", before);
			await expectRefusals(kind, "PATCH", path, sent, before);
			for (const name of Object.keys(sent)) sentNames.add(name);
			const response = await tenant.call("PATCH", path, { body: sent });
			expect(response.status, `${path}: ${response.text}`).toBe(200);
			expect(lasting(response.json as Resource)).toEqual(lasting(before));
			expect(lasting(await read())).toEqual(lasting(before));
		}
		// One that has none is read without metadata.
		expect(sentNames.size).toBeGreaterThan(0);
		// Addresses of the service itself, which are stored relative to it, and defaults, which are not stored.
		expect(await stored()).toEqual(rows);
	});

	it("creates another like it from what is read, where that has all required fields", async () => {
		const post = operationOf("POST", kind.path);
		if (!post) return;
		const others = NOT_CREATED_AGAIN.map((handle) => tenant.clientId(handle));
		for (const [index, resource] of (await listed(kind)).entries()) {
			if (others.includes(String(resource.client_id))) continue;
			// Responses contain only the identifiers of keys.
			if ("client_authentication_methods" in resource) continue;
			const sent = { ...accepted(kind, "POST", resource), ...kind.own?.(resource, index) };
			await expectRefusals(kind, "POST", kind.path, sent, resource);
			// Duplicates are refused: the first one is deleted.
			if (!kind.own) await tenant.call("DELETE", `${kind.path}/${resource[kind.id]}`);
			const response = await tenant.call("POST", kind.path, { body: sent });
			expect(response.status, `${JSON.stringify(sent)}: ${response.text}`).toBe(201);
			expect(response.json).toMatchObject(sent);
		}
	});
});
