import { headers } from "next/headers";
import { dashboardConfig } from "@/lib/dashboard/config";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { safeCallbackPath } from "@/lib/dashboard/sign-in/callback-path";
import { startSignIn } from "@/lib/dashboard/sign-in/next-auth";

/** The sign-in button: a native form, so that next-auth's browser code isn't needed. */
export async function POST(request: Request) {
	if ((await headers()).get("origin") !== dashboardConfig().appUrl) return new Response("Refused\n", { status: 403 });
	const form = await readForm(request);
	if (!form) return refuseForm();
	return startSignIn(safeCallbackPath(form.get("callbackUrl")), form.get("switch_account") === "yes");
}
