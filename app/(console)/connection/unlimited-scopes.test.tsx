import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardConfig } from "@/lib/dashboard/config";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { ConnectionStatus } from "./connection-status";

const TITLE = "This console could take over other applications";
let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("viewer");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function shown(scope: string, embedded = false): Promise<string> {
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, scope });
	dashboardConfig().tenant.embedded = embedded;
	return new Response(await renderToReadableStream(await ConnectionStatus())).text();
}

test.each(["update:clients", "read:client_keys", "update:client_keys", "create:client_grants"])(
	"a real tenant that grants %s is warned of its reach",
	async (scope) => {
		const html = await shown(`read:clients ${scope}`);
		expect(html).toContain(TITLE);
		expect(html).toContain(`>${scope}</code>. This console never changes an application that may do more than itself`);
	},
);

test("scopes that only read public properties cause no warning", async () => {
	expect(await shown("read:clients read:client_grants delete:client_grants")).not.toContain(TITLE);
});

test("the embedded tenant limits the scopes itself, without a warning", async () => {
	expect(await shown("update:clients create:client_grants", true)).not.toContain(TITLE);
});
