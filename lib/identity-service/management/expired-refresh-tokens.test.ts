import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleRefreshTokenId, sampleUserId } from "../sample-tenant/derived";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

const NO_TOKEN = { statusCode: 404, error: "Not Found", message: "The refresh token does not exist." };

describeOnEachEngine("a refresh token that has expired", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const idOf = (handle: string) => sampleRefreshTokenId(tenant.service.config.appSecret, handle);
	const userPath = (handle: string) => encodeURIComponent(sampleUserId(tenant.service.config.appSecret, handle));
	const metadata = { refresh_token_metadata: { note: "late" } };
	/** @param idle_expires_at ISO 8601; null: never */
	const setEnd = (handle: string, idle_expires_at: string | null) =>
		tenant.service.database
			.updateTable("refresh_tokens")
			.set({ idle_expires_at, ...(idle_expires_at === null && { expires_at: null }) })
			.where("id", "=", idOf(handle))
			.execute();

	async function listed(handle: string) {
		const user = userPath(handle);
		const ofUser = await tenant.call("GET", `/users/${user}/refresh-tokens?include_totals=true`);
		const { tokens, total } = ofUser.json as { tokens: { id: string }[]; total: number };
		const byQuery = await tenant.call("GET", `/refresh-tokens?user_id=${user}`);
		const { refresh_tokens } = byQuery.json as { refresh_tokens: { id: string }[] };
		expect(refresh_tokens).toEqual(tokens);
		expect(total).toBe(tokens.length);
		return tokens.map(({ id }) => id);
	}

	it("is neither listed nor counted, as long as its row is stored too", async () => {
		const now = tenant.service.now();
		await setEnd("user-web", now.toISOString());
		await setEnd("user-mobile", new Date(now.getTime() + 1000).toISOString());
		await setEnd("user-spa", null);
		const ids = await listed("user");
		expect(ids).not.toContain(idOf("user-web"));
		expect(ids).toEqual(expect.arrayContaining(["user-mobile", "user-spa", "user-partner"].map(idOf)));
		tenant.passMilliseconds(1000);
		expect(await listed("user")).toEqual(["user-spa", "user-partner"].map(idOf).sort());
	});

	it("is no place of a page of the others", async () => {
		const end = tenant.service.now().toISOString();
		const [first, ...others] = ["ines-web", "ines-mobile", "ines-partner"].sort((one, other) =>
			idOf(one) < idOf(other) ? -1 : 1,
		);
		await setEnd(first ?? "", end);
		const page = await tenant.call("GET", `/users/${userPath("ines")}/refresh-tokens?take=2`);
		expect(page.json).toMatchObject({ tokens: others.map((handle) => ({ id: idOf(handle) })) });
	});

	it("is not found, and not changed", async () => {
		const path = `/refresh-tokens/${idOf("layla-web")}`;
		expect((await tenant.call("PATCH", path, { body: metadata })).json).toMatchObject(metadata);
		await setEnd("layla-web", tenant.service.now().toISOString());
		expect((await tenant.call("GET", path)).json).toEqual(NO_TOKEN);
		for (const body of [{}, metadata, { refresh_token_metadata: null }]) {
			expect((await tenant.call("PATCH", path, { body })).json).toEqual(NO_TOKEN);
		}
		const rows = tenant.service.database.selectFrom("refresh_tokens").select("metadata");
		expect(await rows.where("id", "=", idOf("layla-web")).execute()).toEqual([
			{ metadata: JSON.stringify(metadata.refresh_token_metadata) },
		]);
	});

	it("is revoked like one that does not exist", async () => {
		await setEnd("jose-spa", tenant.service.now().toISOString());
		expect((await tenant.call("DELETE", `/refresh-tokens/${idOf("jose-spa")}`)).status).toBe(202);
		expect((await tenant.call("DELETE", `/users/${userPath("jose")}/refresh-tokens`)).status).toBe(202);
		const body = { ids: [idOf("jose-spa")] };
		expect((await tenant.call("POST", "/refresh-tokens/revoke", { body })).status).toBe(202);
	});
});
