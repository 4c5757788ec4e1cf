import { it, vi } from "vitest";
import { expectTruthfulSaves } from "@/app/_editor/testing/two-admins";
import { contentOfAnswer } from "@/app/_editor/wire";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { content } from "./application.test-data";
import { updateApplicationAction } from "./application-actions";
import { applicationEditor } from "./application-editor";
import { startApplicationTenant } from "./application-tenant.test-data";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

/** A grant that nobody offers can't be sent. */
const wanted = content.map((one) => ({ ...one, grants: one.grants.filter((grant) => !grant.startsWith("urn:")) }));

it("whatever two admins do, a save does what its page has said, and what one of them added is never lost unseen", async () => {
	const tenant = await startApplicationTenant();
	await expectTruthfulSaves(
		{
			editor: applicationEditor,
			wanted,
			save: updateApplicationAction,
			target: { applicationId: "shop" },
			stored: () => contentOfAnswer(applicationEditor, tenant.applications.get("shop") ?? { client_id: "shop" }),
		},
		40,
	);
	await clearDashboardState();
	await tenant.service.close();
});
