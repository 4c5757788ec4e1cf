import { afterEach, beforeEach, expect, it } from "vitest";
import type { Refusal } from "../http/refusal";
import { requestFrom } from "../testing/service-request";
import { describeOnAnyEngine, type TestTenant } from "../testing/test-tenant";
import { checkPassword } from "./password-check";
import { PASSWORD_COST } from "./password-hash";

describeOnAnyEngine("a write during more wrong logins than the queue holds", (open) => {
	let tenant: TestTenant;
	beforeEach(async () => {
		tenant = await open();
	});
	afterEach(() => tenant.close());

	it("completes while passwords are still being checked", async () => {
		const service = { ...tenant.service, passwordCost: { ...PASSWORD_COST, N: PASSWORD_COST.N / 4 } };
		const path = "/verifiable-credentials/verification/templates";
		const { templates } = (await tenant.call("GET", path)).json as { templates: { id: string }[] };
		const ended: string[] = [];
		const logins = Array.from({ length: 30 }, async (_, count) => {
			// The first cost a real hash; that of a sample user is cheap in tests.
			const email = count < 4 ? `unknown-${count}@example.com` : "editor@example.com";
			const attempt = checkPassword(service, { email, password: "wrong", request: requestFrom(`192.0.2.${count}`) });
			ended.push(await attempt.then(String, (refusal: Refusal) => String(refusal.code)));
		});
		const { status } = await tenant.call("PATCH", `${path}/${templates[0]?.id}`, { body: { name: "Renamed" } });
		expect(status).toBe(200);
		expect(ended.length).toBeLessThan(logins.length);
		await Promise.all(logins);
		expect(ended).toEqual(expect.arrayContaining(["too_many_requests", "invalid_grant"]));
	});
});
