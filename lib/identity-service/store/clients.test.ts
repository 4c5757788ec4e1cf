import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import { clientsWithAddress, clientsWithSetting } from "./clients";

describeOnEachEngine("a search for clients by a text that a caller sends", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
		for (const [name, fields] of Object.entries({
			Callback: { callbacks: ["https://One.example/callback"] },
			Origins: { web_origins: ["https://two.example"], allowed_origins: ["https://three.example"] },
			Aliases: { client_aliases: ["urn:Ärzte", 'urn:"quoted"\\', "urn:plain", "urn:a\0b", "urn:\ud800"] },
		})) {
			const response = await tenant.call("POST", "/clients", { body: { name, ...fields } });
			expect(response.status, response.text).toBe(201);
		}
	});
	afterAll(() => tenant.close());

	const byAddress = async (text: string) =>
		(await clientsWithAddress(tenant.service.database, text)).map(({ name }) => name);
	const bySetting = async (text: string) =>
		(await clientsWithSetting(tenant.service.database, text)).map(({ name }) => name);

	it.each([
		["https://one.example", "Callback"],
		["https://two.example", "Origins"],
		["https://three.example", "Origins"],
	])("finds the address %s", async (text, name) => {
		expect(await byAddress(text)).toEqual([name]);
	});

	it.each(["urn:Ärzte", 'urn:"quoted"\\', "urn:plain", "urn:a\0b"])("finds the setting %j", async (text) => {
		expect(await bySetting(text)).toEqual(["Aliases"]);
	});

	it.each(["urn:%", "urn:_lain", "%", "plain", "urn:plai", "URN:PLAIN", "urn:plain\0", "https://one.exampl_"])(
		"treats nothing in it as a pattern, and finds no part of a name: %j",
		async (text) => {
			expect(await bySetting(text)).toEqual([]);
			expect(await byAddress(`https://${text}`)).toEqual([]);
		},
	);
});
