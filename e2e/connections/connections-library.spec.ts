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
		...{ name, strategy: "samlp", display_name: "By the library", enabled_clients },
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
	expect(await connections.update(id, { options, show_as_button: false })).toEqual({
		...created,
		...{ options, show_as_button: false },
	});
	await expect(
		connections.create({ name, strategy: "samlp", options: { signInEndpoint: SIGN_IN } }),
	).rejects.toMatchObject({
		statusCode: 409,
	});
	await connections.delete(id);
	await expect(connections.get(id)).rejects.toMatchObject({
		...{ statusCode: 404, body: { errorCode: "inexistent_connection", message: "The connection does not exist" } },
	});
});
