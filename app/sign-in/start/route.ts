import { cookies, headers } from "next/headers";
import { dashboardConfig } from "@/lib/dashboard/config";
import { safeCallbackPath } from "@/lib/dashboard/sign-in/callback-path";
import { redirectWith } from "@/lib/dashboard/sign-in/redirect-with";
import { startSignIn } from "@/lib/dashboard/sign-in/start-sign-in";

/** The sign-in button: a native form, so that next-auth's own browser half isn't needed. */
export async function POST(request: Request) {
	if ((await headers()).get("origin") !== dashboardConfig().appUrl) return new Response("Refused\n", { status: 403 });
	const form = await request.formData().catch(() => new FormData());
	const jar = (await cookies()).getAll().map(({ name, value }) => [name, value]);
	const path = safeCallbackPath(form.get("callbackUrl"));
	return redirectWith(await startSignIn(path, form.get("switch_account") === "yes", Object.fromEntries(jar)));
}
