import type { NextRequest } from "next/server";
import { handleByNextAuth, PROVIDER_ID } from "@/lib/dashboard/sign-in/next-auth";

/** The redirect back from the tenant, and next-auth's two redirects to the sign-in page after a failure. */
const STEPS = [`callback/${PROVIDER_ID}`, "error", "signin"];

/** next-auth's other routes are not needed: the sign-in starts at `/sign-in/start`, and sessions are the dashboard's own. */
export async function GET(request: NextRequest, { params }: RouteContext<"/api/auth/[...nextauth]">) {
	const segments = (await params).nextauth;
	return STEPS.includes(segments.join("/"))
		? handleByNextAuth(request, segments)
		: new Response("Not found\n", { status: 404 });
}
