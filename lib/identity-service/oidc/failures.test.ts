import { expect, it, vi } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { AUDIENCE, ISSUER, startTestService } from "../testing/test-service";
import { credentials, post, secretOf } from "../testing/token-request";

it("a broken store is reported with a fixed sentence, and the log contains no secret", async () => {
	const { service, stop } = await startTestService();
	const form = { grant_type: "client_credentials", audience: AUDIENCE, ...credentials(service, "machine") };
	// One request before, so that the provider is built and its own steps fail as well.
	expect((await post(service, "oauth/token", form)).status).toBe(200);
	await service.database.schema.dropTable("clients").execute();
	const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
	const token = await post(service, "oauth/token", form);
	const authorize = await handleServiceRequest(
		service,
		new Request(`${ISSUER}authorize?client_id=web&response_type=code`, { headers: { accept: "text/html" } }),
	);
	const lines = log.mock.calls.map(([line]) => String(line));
	log.mockRestore();
	for (const response of [token, authorize]) {
		expect(response.status).toBeGreaterThanOrEqual(500);
		expect(await response.text()).not.toMatch(/clients|SQLITE|sql/i);
	}
	expect(lines.length).toBeGreaterThanOrEqual(2);
	for (const line of lines) expect(line).not.toContain(secretOf(service, "machine"));
	await stop();
});
