import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import { saveArtifact } from "./oidc-artifacts";
import { saveTicket } from "./tickets";

const NOW = 1_800_000_000;

describeOnEachEngine("what unauthenticated callers create", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	beforeEach(async () => {
		await tenant.service.database.deleteFrom("pending_sign_ups").execute();
		await tenant.service.database.deleteFrom("oidc_artifacts").execute();
	});
	afterAll(() => tenant.close());

	const signUp = (name: string, caller_hash: string, expires_at: number) =>
		saveTicket(tenant.service.database, "pending_sign_ups", {
			ticket_hash: name,
			browser_hash: null,
			email: `${name}@example.com`,
			email_key: `${name}@example.com`,
			client_id: "web",
			user_id: `auth0|${name}`,
			password_hash: "",
			profile: "{}",
			expires_at,
			caller_hash,
		});
	const pending = async () => {
		const rows = await tenant.service.database.selectFrom("pending_sign_ups").select("ticket_hash").execute();
		return rows.map((row) => row.ticket_hash);
	};

	it("is bounded per caller for sign-ups: sixty more leave an earlier one, and other callers' stay", async () => {
		await signUp("of another", "other", NOW + 1);
		await signUp("earlier", "same", NOW + 2);
		for (let count = 0; count < 60; count += 1) await signUp(`flood ${count}`, "same", NOW + 3);
		expect(await pending()).toEqual(expect.arrayContaining(["of another", "earlier"]));
		for (let count = 60; count < 130; count += 1) await signUp(`flood ${count}`, "same", NOW + 3);
		const left = await pending();
		expect(left).toContain("of another");
		expect(left).not.toContain("earlier");
		expect(left).toHaveLength(101);
	});

	const interaction = (id: string, callerHash: string | undefined, expiresAt: number) =>
		saveArtifact(tenant.service.database, { model: "Interaction", id, payload: { id }, expiresAt, callerHash });
	const stored = async () => {
		const rows = await tenant.service.database.selectFrom("oidc_artifacts").select("payload").execute();
		return rows.map(({ payload }) => JSON.parse(payload).id as string);
	};

	it("is bounded per caller for open sign-in pages, and other callers' stay", async () => {
		await interaction("of another", "other", NOW);
		await interaction("of no caller", undefined, NOW);
		for (let count = 1; count <= 520; count += 1) await interaction(`flood ${count}`, "same", NOW + count);
		const left = await stored();
		expect(left).toHaveLength(502);
		expect(left).toEqual(expect.arrayContaining(["of another", "of no caller", "flood 21", "flood 520"]));
		expect(left).not.toContain("flood 20");
	});

	it("counts a sign-in page that is saved again once, for the caller that opened it", async () => {
		await interaction("goes on", "same", NOW);
		await interaction("goes on", "another address", NOW + 5);
		const rows = await tenant.service.database.selectFrom("oidc_artifacts").selectAll().execute();
		expect(rows).toMatchObject([{ caller_hash: "same", expires_at: NOW + 5 }]);
	});
});
