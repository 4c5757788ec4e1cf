import { it, vi } from "vitest";
import { expectTruthfulSaves } from "@/app/_forms/conflict/testing/two-admins";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { content } from "../../_edit/application.test-data";
import { contentChanges } from "../../_edit/application-changes";
import { valuesOf, wantedContent } from "../../_edit/application-content";
import { steps } from "../../_edit/application-edit";
import { applicationFaults } from "../../_edit/application-faults";
import { startApplicationTenant } from "../../_testing/application-tenant";
import { updateApplicationAction } from "./application-actions";
import { contentOf } from "./content-of";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

/** A grant that nobody offers can't be sent. */
const wanted = content.map((one) => ({ ...one, grants: one.grants.filter((grant) => !grant.startsWith("urn:")) }));

it("whatever two admins do, a save does what its page has said, and what one of them added is never lost unseen", async () => {
	const tenant = await startApplicationTenant();
	await expectTruthfulSaves(
		{
			...{ steps, valuesOf, wantedContent, contentChanges, faults: applicationFaults, wanted },
			...{ save: updateApplicationAction, target: { applicationId: "shop" } },
			stored: () => contentOf(tenant.applications.get("shop") ?? { client_id: "shop" }),
		},
		40,
	);
	await clearDashboardState();
	await tenant.service.close();
});
