import { cookies, headers } from "next/headers";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";
import { dashboardConfig } from "@/lib/dashboard/config";
import { readForm, refuseForm } from "@/lib/dashboard/request/read-form";
import { safeCallbackPath } from "@/lib/dashboard/sign-in/callback-path";

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Stores the colour theme in a cookie and redirects back to the page where it was chosen. */
export async function POST(request: Request) {
	const { appUrl, secure } = dashboardConfig();
	if ((await headers()).get("origin") !== appUrl) return new Response("Refused\n", { status: 403 });
	const form = await readForm(request);
	if (!form) return refuseForm();
	(await cookies()).set(THEME_COOKIE, readTheme(String(form.get("theme"))), {
		path: "/",
		maxAge: ONE_YEAR_SECONDS,
		sameSite: "lax",
		httpOnly: true,
		secure,
	});
	const referrer = (await headers()).get("referer") ?? "";
	const path = referrer.startsWith(`${appUrl}/`) ? referrer.slice(appUrl.length) : "/";
	return new Response(null, { status: 303, headers: { location: new URL(safeCallbackPath(path), appUrl).href } });
}
