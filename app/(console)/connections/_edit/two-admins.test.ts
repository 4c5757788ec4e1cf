import { expect, it, vi } from "vitest";
import { expectTruthfulSaves } from "@/app/_editor/testing/two-admins";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { savable } from "./connection.test-data";
import { updateConnectionAction } from "./connection-actions";
import { connectionEditor } from "./connection-editor";
import { contentOf } from "./connection-request";
import { acme, startConnectionTenant } from "./connection-tenant.test-data";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

it("whatever two admins do, a save does what its page has said, and options that nobody knows stay as they are", async () => {
	const tenant = await startConnectionTenant();
	const now = () => tenant.connections.get(acme.id) ?? acme;
	await expectTruthfulSaves(
		{
			editor: connectionEditor,
			wanted: savable,
			save: updateConnectionAction,
			target: { connectionId: acme.id },
			stored: () => contentOf(now()),
			always: () => expect(now().options).toMatchObject({ odd: acme.options?.odd, idpinitiated: { note: 1 } }),
		},
		process.env.LONG ? 300 : 30,
	);
	await clearDashboardState();
	await tenant.service.close();
});
