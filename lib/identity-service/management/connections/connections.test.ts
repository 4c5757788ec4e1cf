import { X509Certificate } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SAMPLE_CONNECTION } from "../../sample-provider/addresses";
import { testCertificate } from "../../testing/test-certificate";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

type Connection = Record<string, unknown> & { id: string; options: Record<string, unknown> };

const SIGN_IN = "https://idp.example/sso";
const certificate = testCertificate();

describeOnAnyEngine("connections", (open) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await open();
	});
	afterEach(() => tenant.close());

	const post = (body: object) => tenant.call("POST", "/connections", { body });
	const patch = (id: string, body: object) => tenant.call("PATCH", `/connections/${id}`, { body });
	async function create(fields: object = {}): Promise<Connection> {
		const response = await post({ name: "corp", strategy: "samlp", options: { signInEndpoint: SIGN_IN }, ...fields });
		expect(response.status, response.text).toBe(201);
		return response.json as Connection;
	}
	const read = async (id: string) => (await tenant.call("GET", `/connections/${id}`)).json as Connection;
	const names = async (query: string) => {
		const { json } = await tenant.call("GET", `/connections?${query}`);
		const list = Array.isArray(json) ? json : (json as { connections: unknown[] }).connections;
		return list.map((each) => (each as { name: string }).name);
	};

	it("are off when they are created, with what was sent and no secret", async () => {
		const made = await create();
		expect(made).toEqual({
			id: expect.stringMatching(/^con_[A-Za-z0-9]{16}$/),
			name: "corp",
			strategy: "samlp",
			enabled_clients: [],
			show_as_button: true,
			realms: ["corp"],
			is_domain_connection: false,
			metadata: {},
			options: { signInEndpoint: SIGN_IN },
		});
		expect(await read(made.id)).toEqual(made);
	});

	it("never sign users in to the console itself", async () => {
		const made = await create();
		for (const handle of ["console_with_key", "console_management", "console_sign_in"]) {
			const client_id = tenant.clientId(handle);
			for (const fields of [
				{ enabled_clients: [tenant.clientId("web_app"), client_id] },
				{ enabled_clients: [client_id, "unknown"] },
				{ options: { signInEndpoint: SIGN_IN, idpinitiated: { enabled: true, client_id, client_protocol: "oidc" } } },
				{ options: { signInEndpoint: SIGN_IN, idpinitiated: { enabled: false, client_id, client_protocol: "oidc" } } },
			]) {
				for (const response of [
					await post({ name: "other", strategy: "samlp", options: { signInEndpoint: SIGN_IN }, ...fields }),
					await patch(made.id, fields),
				]) {
					expect([response.status, response.json]).toMatchObject([403, { errorCode: "operation_not_supported" }]);
				}
			}
		}
		expect(await read(made.id)).toEqual(made);
		expect(await names("name=other")).toEqual([]);
	});

	it("store every setting, those without an effect as well", async () => {
		const fields = {
			display_name: "Corporation",
			enabled_clients: [tenant.clientId("web_app"), tenant.clientId("saml_app")],
			show_as_button: false,
			is_domain_connection: false,
			metadata: { team: "identity" },
			options: {
				signInEndpoint: SIGN_IN,
				signOutEndpoint: "https://idp.example/slo",
				issuer: "urn:idp",
				entityId: "urn:us",
				protocolBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
				disableSignout: true,
				debug: true,
				signatureAlgorithm: "rsa-sha512",
				digestAlgorithm: "sha512",
				signSAMLRequest: false,
				user_id_attribute: "uid",
				fieldsMap: { email: ["mail", "urn:mail"], user_id: "uid" },
				icon_url: "",
				idpinitiated: {
					enabled: true,
					client_id: tenant.clientId("web_app"),
					client_protocol: "oidc",
					client_authorizequery: "scope=openid&response_type=code",
				},
			},
		};
		expect(await create(fields)).toMatchObject(fields);
	});

	describe("are refused on the field", () => {
		const valid = { signInEndpoint: SIGN_IN };
		it.each([
			["without a name", { name: undefined }, "Missing required property: name"],
			["with a name of other characters", { name: "a b" }, "name"],
			["of another strategy", { strategy: "oidc" }, "strategy"],
			["without options", { options: undefined }, "Missing required property: signInEndpoint' on property options"],
			["without an address", { options: {} }, "Missing required property: signInEndpoint' on property options"],
			["with an invalid address", { options: { signInEndpoint: "idp" } }, "options.signInEndpoint"],
			[
				"with a script for an address",
				{ options: { ...valid, signOutEndpoint: "javascript:1" } },
				"options.signOutEndpoint",
			],
			["for an unknown application", { enabled_clients: ["unknown"] }, "enabled_clients"],
			["for one with NUL in its name", { enabled_clients: ["a\0b"] }, "enabled_clients"],
			[
				"with an unknown default application",
				{ options: { ...valid, idpinitiated: { client_id: "x" } } },
				"options.idpinitiated.client_id",
			],
			[
				"with an unknown protocol",
				{ options: { ...valid, idpinitiated: { client_protocol: "x" } } },
				"options.idpinitiated",
			],
			[
				"with an address of metadata",
				{ options: { ...valid, metadataUrl: "https://idp.example" } },
				"options.metadataUrl",
			],
			["with a key to decrypt", { options: { ...valid, decryptionKey: { key: "x" } } }, "options.decryptionKey"],
			["with a key to sign", { options: { ...valid, signing_key: { key: "x" } } }, "options.signing_key"],
			["with SHA-1", { options: { ...valid, signatureAlgorithm: "rsa-sha1" } }, "options.signatureAlgorithm"],
			["with another property", { colour: "a" }, "colour"],
			["of a domain", { is_domain_connection: true }, "is_domain_connection"],
			["with the realm of another", { realms: ["other"] }, "realms"],
			["with an unknown field of the profile", { options: { ...valid, fieldsMap: { admin_role: "x" } } }, "fieldsMap"],
		])("%s", async (_, fields, field) => {
			const response = await post({ name: "corp", strategy: "samlp", options: valid, ...fields });
			expect(response.status, response.text).toBe(400);
			expect((response.json as { message: string }).message).toContain(field);
		});
	});

	it("have names that differ by more than case, and not those of built-in connections", async () => {
		const { id } = await create();
		for (const name of ["corp", "CORP", "Username-Password-Authentication", "email", "SMS", SAMPLE_CONNECTION]) {
			const response = await post({ name, strategy: "samlp", options: { signInEndpoint: SIGN_IN } });
			expect(response.status, name).toBe(409);
			expect(response.json).toMatchObject({
				message: "A connection with the same name already exists",
				errorCode: "connection_name_already_exists",
			});
		}
		for (const fields of [{ name: "other" }, { strategy: "samlp" }]) expect((await patch(id, fields)).status).toBe(400);
	});

	it("that don't exist are 404, and 204 to delete, which has nothing to do; those that do are 202", async () => {
		for (const [method, body] of [["GET"], ["PATCH", {}]] as const) {
			const response = await tenant.call(method, "/connections/con_0123456789abcdef", { body });
			expect(response.status).toBe(404);
			expect(response.json).toMatchObject({
				message: "The connection does not exist",
				errorCode: "inexistent_connection",
			});
		}
		const { id } = await create();
		const [made, unknown] = [
			await tenant.call("DELETE", `/connections/${id}`),
			await tenant.call("DELETE", "/connections/con_0123456789abcdef"),
		];
		expect([made.status, made.json]).toEqual([202, { deleted_at: tenant.service.now().toISOString() }]);
		expect([unknown.status, unknown.text]).toEqual([204, ""]);
		expect((await tenant.call("GET", `/connections/${id}`)).status).toBe(404);
	});

	it("change in what is sent, options as a whole", async () => {
		const display_name = "Corporation";
		const { id } = await create({ display_name, metadata: { a: "b" } });
		const changed = await patch(id, { display_name, options: { signInEndpoint: SIGN_IN, issuer: "urn:idp" } });
		expect(changed.json).toMatchObject({ display_name, metadata: { a: "b" } });
		expect((await patch(id, { metadata: {} })).json).toMatchObject({ metadata: {}, options: { issuer: "urn:idp" } });
		const { options } = (await patch(id, { options: { signInEndpoint: SIGN_IN, signingCert: certificate } }))
			.json as Connection;
		expect(options).not.toHaveProperty("issuer");
		// What was read can be sent again.
		expect(((await patch(id, { options })).json as Connection).options).toEqual(options);
		expect((await patch(id, { options: { issuer: "urn:idp" } })).status).toBe(400);
	});

	it("get their name for a display name where a change has none", async () => {
		const { id } = await create({ display_name: "Corporation" });
		expect((await patch(id, { show_as_button: false })).json).toMatchObject({ display_name: "corp" });
		expect(await read(id)).toMatchObject({ display_name: "corp", show_as_button: false });
		expect((await patch(id, { display_name: "Corporation" })).json).toMatchObject({ display_name: "Corporation" });
		expect((await patch(id, {})).json).toMatchObject({ display_name: "corp" });
	});

	it("store all changes of the same moment", async () => {
		const { id } = await create();
		const display_name = "Corporation";
		const responses = await Promise.all([
			patch(id, { display_name }),
			patch(id, { display_name, metadata: { a: "b" } }),
			patch(id, { display_name, show_as_button: false }),
			patch(id, { display_name, enabled_clients: [tenant.clientId("web_app")] }),
		]);
		expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(await read(id)).toMatchObject({
			display_name: "Corporation",
			metadata: { a: "b" },
			show_as_button: false,
			enabled_clients: [tenant.clientId("web_app")],
		});
	});

	it("are listed by name: whole, in pages, with totals, by strategy and name", async () => {
		for (const name of ["b", "a", "c"]) await create({ name });
		const all = ["a", "b", "c", SAMPLE_CONNECTION];
		expect(await names("")).toEqual(all);
		expect(await names("per_page=2&page=1")).toEqual(["c", SAMPLE_CONNECTION]);
		expect(await names("name=b")).toEqual(["b"]);
		expect(await names("name=B")).toEqual([]);
		for (const query of ["strategy=samlp", "strategy=oidc,samlp", "strategy=oidc&strategy=samlp"]) {
			expect(await names(query)).toEqual(all);
		}
		for (const query of ["strategy=oidc", "strategy=", "strategy=oidc&strategy=waad"])
			expect(await names(query)).toEqual([]);
		const totals = await tenant.call("GET", "/connections?include_totals=true&per_page=1&page=1&fields=name");
		expect(totals.json).toEqual({ start: 1, limit: 1, length: 1, total: 4, connections: [{ name: "b" }] });
		const pages: string[] = [];
		for (let query = "take=3"; query !== ""; ) {
			const { json } = await tenant.call("GET", `/connections?${query}&fields=options&include_fields=false`);
			const { connections, next } = json as { connections: { name: string }[]; next?: string };
			pages.push(...connections.map(({ name }) => name));
			expect(connections[0]).not.toHaveProperty("options");
			query = next ? `take=3&from=${encodeURIComponent(next)}` : "";
		}
		expect(pages).toEqual(all);
		expect((await tenant.call("GET", `/connections?from=x`)).status).toBe(400);
	});

	it("lose a deleted application, as an enabled one and as the default one", async () => {
		const { json } = await tenant.call("POST", "/clients", { body: { name: "Short-lived" } });
		const { client_id } = json as { client_id: string };
		const other = tenant.clientId("web_app");
		const idpinitiated = { enabled: true, client_id, client_protocol: "oidc" };
		const { id } = await create({
			enabled_clients: [client_id, other],
			options: { signInEndpoint: SIGN_IN, idpinitiated },
		});
		const untouched = await create({ name: "untouched", enabled_clients: [other] });
		expect((await tenant.call("DELETE", `/clients/${client_id}`)).status).toBe(204);
		expect(await read(id)).toMatchObject({ enabled_clients: [other] });
		expect((await read(id)).options.idpinitiated).toEqual({ enabled: true, client_protocol: "oidc" });
		expect(await read(untouched.id)).toEqual(untouched);
	});

	describe("to the sample provider", () => {
		const sample = async () => {
			const { json } = await tenant.call("GET", `/connections?name=${SAMPLE_CONNECTION}`);
			return (json as Connection[])[0];
		};

		it("exist and are off, with the provider's addresses and its certificate", async () => {
			const found = await sample();
			expect(found).toMatchObject({
				display_name: "Sample provider",
				enabled_clients: [],
				realms: [SAMPLE_CONNECTION],
			});
			expect(found?.options).toMatchObject({
				issuer: "http://localhost:3000/sample-provider/metadata",
				signInEndpoint: "http://localhost:3000/sample-provider/sign-in",
				signOutEndpoint: "http://localhost:3000/sample-provider/sign-out",
				subject: { commonName: "Sample provider" },
			});
			const pem = Buffer.from(String(found?.options.signingCert), "base64").toString();
			expect(new X509Certificate(pem).subject).toBe("CN=Sample provider");
		});

		it("move with the service, also when their options were sent back", async () => {
			const found = await sample();
			await patch(String(found?.id), { options: { ...found?.options, disableSignout: true } });
			const row = await tenant.service.database.selectFrom("connections").select("options").executeTakeFirstOrThrow();
			expect(JSON.parse(row.options)).toEqual({
				issuer: "/sample-provider/metadata",
				signInEndpoint: "/sample-provider/sign-in",
				signOutEndpoint: "/sample-provider/sign-out",
				disableSignout: true,
			});
			expect((await sample())?.options).toEqual({ ...found?.options, disableSignout: true });
		});

		it("have no certificate once it was removed", async () => {
			const found = await sample();
			const { signingCert, ...options } = found?.options ?? {};
			await patch(String(found?.id), { options });
			expect((await sample())?.options).not.toHaveProperty("signingCert");
			await patch(String(found?.id), { options: { ...options, signingCert } });
			expect((await sample())?.options).toEqual(found?.options);
		});
	});
});
