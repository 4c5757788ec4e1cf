// The vendor's own SDK, unmodified, on connections.
import { ClientsClient } from "auth0/clients";
import { ConnectionsClient } from "auth0/connections";
import { expect, test } from "../fixtures";

const SIGN_IN = "https://idp.example/sso";

test("the vendor's library makes a connection, finds, changes and deletes it", async ({
	credentials,
	managementToken,
}) => {
	const connections = new ConnectionsClient({ baseUrl: credentials.base_url, token: managementToken });
	const name = `library-${Date.now()}`;
	const enabled_clients = [credentials.clients.web_app?.client_id ?? ""];
	const created = await connections.create({
		name,
		strategy: "samlp",
		display_name: "By the library",
		enabled_clients,
		options: { signInEndpoint: SIGN_IN, signOutEndpoint: "https://idp.example/slo", signingCert: "" },
	});
	const id = created.id ?? "";
	expect(created).toMatchObject({ id: expect.stringMatching(/^con_/), name, enabled_clients, realms: [name] });
	expect(await connections.get(id)).toEqual(created);

	const byName = await connections.list({ name, strategy: ["samlp"] });
	expect(byName.data).toEqual([created]);
	const found: (string | undefined)[] = [];
	for await (const connection of await connections.list({ take: 1, fields: "name" })) found.push(connection.name);
	expect(found).toContain(name);
	expect(found).toContain("sample-provider");
	expect(new Set(found).size).toBe(found.length);

	const options = { ...created.options, disableSignout: true };
	const { display_name = "" } = created;
	expect(await connections.update(id, { display_name, options, show_as_button: false })).toEqual({
		...created,
		options,
		show_as_button: false,
	});
	expect(await connections.update(id, { show_as_button: true })).toMatchObject({ display_name: name, options });
	await expect(
		connections.create({ name, strategy: "samlp", options: { signInEndpoint: SIGN_IN } }),
	).rejects.toMatchObject({
		statusCode: 409,
	});
	const { rawResponse } = await connections.delete(id).withRawResponse();
	expect(rawResponse.status).toBe(202);
	await expect(connections.get(id)).rejects.toMatchObject({
		statusCode: 404,
		body: { errorCode: "inexistent_connection", message: "The connection does not exist" },
	});
});

test("the vendor's library switches applications of a connection on and off, and lists both ways, page by page", async ({
	credentials,
	managementToken,
}) => {
	const options = { baseUrl: credentials.base_url, token: managementToken, maxRetries: 0 };
	const connections = new ConnectionsClient(options);
	const clients = new ClientsClient(options);
	const name = `switched-${Date.now()}`;
	const { id = "" } = await connections.create({ name, strategy: "samlp", options: { signInEndpoint: SIGN_IN } });
	const enabled = async () => {
		const found: string[] = [];
		for await (const { client_id } of await connections.clients.get(id, { take: 1 })) found.push(client_id);
		return found;
	};
	const namesOf = async (clientId: string) => {
		const found: (string | undefined)[] = [];
		for await (const each of await clients.connections.get(clientId, { take: 1, strategy: ["samlp"] })) {
			found.push(each.name);
		}
		return found;
	};
	expect(await enabled()).toEqual([]);
	const { client_id: web = "" } = credentials.clients.web_app ?? {};
	const { client_id: spa = "" } = credentials.clients.single_page_app ?? {};
	const { rawResponse } = await connections.clients
		.update(
			id,
			[web, spa].map((client_id) => ({ client_id, status: true })),
		)
		.withRawResponse();
	expect(rawResponse.status).toBe(204);
	expect(await enabled()).toEqual([web, spa].sort());
	expect(await namesOf(web)).toContain(name);
	await connections.clients.update(id, [{ client_id: web, status: false }]);
	expect(await enabled()).toEqual([spa]);
	expect(await namesOf(web)).not.toContain(name);
	expect(await namesOf(credentials.clients.console_sign_in?.client_id ?? "")).toEqual([]);
	for (const [client_id, statusCode] of [
		["unknown", 400],
		[credentials.clients.console_sign_in?.client_id ?? "", 403],
	] as const) {
		await expect(connections.clients.update(id, [{ client_id, status: true }])).rejects.toMatchObject({ statusCode });
	}
	await connections.delete(id);
	// One after the other: a refusal that nothing waits for yet would fail the test.
	await expect(connections.clients.get(id)).rejects.toMatchObject({ statusCode: 404 });
	const again = connections.clients.update(id, [{ client_id: web, status: true }]);
	await expect(again).rejects.toMatchObject({ statusCode: 404 });
	await expect(clients.connections.get("unknown")).rejects.toMatchObject({ statusCode: 404 });
});
