import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleClients } from "../../sample-tenant/clients";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

type Connection = Record<string, unknown> & { id: string };

const options = { signInEndpoint: "https://idp.example/sso" };
const OWN = "create:connections read:connections update:connections read:clients";

describeOnAnyEngine("a connection's options", (open) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await open();
	});
	afterEach(() => tenant.close());

	const withScope = (more: string) => tenant.token("management", { scope: `${OWN} ${more}`.trim() });
	let count = 0;
	const body = () => ({ name: "corp", strategy: "samlp", options, enabled_clients: [tenant.clientId("web_app")] });

	it("are in no response to a caller without read:connections_options, and in each with it", async () => {
		const made = (await tenant.call("POST", "/connections", { body: body() })).json as Connection;
		const isShown = async (as: string) => {
			const client = `/clients/${tenant.clientId("web_app")}/connections`;
			const responses = [
				await tenant.call("POST", "/connections", { as, body: { ...body(), name: `other-${count++}` } }),
				await tenant.call("PATCH", `/connections/${made.id}`, { as, body: { show_as_button: true } }),
				await tenant.call("GET", `/connections/${made.id}`, { as }),
				await tenant.call("GET", `/connections/${made.id}?fields=id,options`, { as }),
				await tenant.call("GET", "/connections", { as }),
				await tenant.call("GET", "/connections?take=1&fields=options", { as }),
				await tenant.call("GET", client, { as }),
			];
			for (const { status, text } of responses) expect(status, text).toBeLessThan(300);
			return responses.map(({ text }) => /"options"|idp\.example/.test(text));
		};
		expect(new Set(await isShown(await withScope("update:connections_options")))).toEqual(new Set([false]));
		expect(new Set(await isShown(await withScope("read:connections_options")))).toEqual(new Set([true]));
	});

	it("change only with update:connections_options; everything else changes without it", async () => {
		const made = (await tenant.call("POST", "/connections", { body: body() })).json as Connection;
		const as = await withScope("read:connections_options");
		const patch = (fields: object, as?: string) =>
			tenant.call("PATCH", `/connections/${made.id}`, { body: fields, ...(as === undefined ? {} : { as }) });
		for (const fields of [{ options }, { options: {} }, { display_name: "Other", options }]) {
			expect((await patch(fields, as)).json).toEqual({
				statusCode: 403,
				error: "Forbidden",
				errorCode: "insufficient_scope",
				message: "Insufficient scope, expected any of: update:connections_options",
			});
		}
		expect((await tenant.call("GET", `/connections/${made.id}`)).json).toEqual(made);
		expect((await patch({ display_name: "Other", metadata: { a: "b" } }, as)).json).toEqual({
			...made,
			display_name: "Other",
			metadata: { a: "b" },
		});
		const sent = { ...options, disableSignout: true };
		const changed = await patch({ options: sent }, await withScope("update:connections_options"));
		expect([changed.status, changed.json]).toEqual([200, expect.not.objectContaining({ options: expect.anything() })]);
		expect((await tenant.call("GET", `/connections/${made.id}`)).json).toMatchObject({ options: sent });
	});

	it("are read and changed by the console", () => {
		for (const handle of ["console_with_key", "console_management"]) {
			const scopes = sampleClients.find((client) => client.handle === handle)?.scopes;
			expect(scopes).toEqual(expect.arrayContaining(["read:connections_options", "update:connections_options"]));
		}
	});
});
