import { afterEach, expect, test } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import ComparePage from "./page";

afterEach(clearDashboardState);

test("the address to return to after the sign-in has the whole selection, of whatever number", async () => {
	await pointAtService("http://localhost:1");
	signInAs(null);
	for (const query of [{ template: ["vct_1", "vct_2", "vct_3"] }, { template: "vct_1" }, { a: "vct_1", b: "vct_2" }]) {
		const redirected: unknown = await ComparePage({ searchParams: Promise.resolve(query) }).catch((error) => error);
		const digest = redirected instanceof Error && "digest" in redirected ? String(redirected.digest) : "";
		const back = new URL(digest.split(";")[2] ?? "", "http://localhost").searchParams.get("callbackUrl") ?? "";
		const { pathname, searchParams } = new URL(back, "http://localhost");
		expect([pathname, searchParams.getAll("template")]).toEqual(["/templates/compare", Object.values(query).flat()]);
	}
});
