import { expect, it, vi } from "vitest";
import { expectTruthfulSaves } from "@/app/_editor/testing/two-admins";
import type { Application } from "@/lib/contract/client/application";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { startApplicationTenant } from "../../_edit/application-tenant.test-data";
import { contentOf } from "../edit/add-ons";
import { content } from "../edit/single-sign-on.test-data";
import { singleSignOnEditor } from "../edit/single-sign-on-editor";
import { singleSignOnAction } from "./single-sign-on-actions";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

/** Such as no rule of one setting stops. */
const wanted = content.map((one) => ({
	...one,
	recipient: "",
	destination: "",
	signingCert: "",
	logoutCallback: "https://a.example/out",
}));

it("whatever two admins do, a save does what its page has said, and other add-ons stay as they are", async () => {
	const tenant = await startApplicationTenant();
	const addons = { firebase: { private_key: "k" } };
	const client = () => ({ client_id: "shop", ...tenant.applications.get("shop") }) as Parameters<typeof contentOf>[0];
	tenant.applications.set("shop", { ...client(), addons } as Application);
	await expectTruthfulSaves(
		{
			editor: singleSignOnEditor,
			wanted,
			save: singleSignOnAction,
			target: { applicationId: "shop" },
			stored: () => contentOf(client()),
			always: () => expect(client().addons).toMatchObject(addons),
		},
		30,
	);
	await clearDashboardState();
	await tenant.service.close();
});
