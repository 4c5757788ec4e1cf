import type { NextRequest } from "next/server";
import { handleByNextAuth, PROVIDER_ID } from "@/lib/dashboard/sign-in/next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** The redirect back from the tenant, and next-auth's own two on the way to the sign-in page when something failed. */
const STEPS = [`callback/${PROVIDER_ID}`, "error", "signin"];

/** next-auth's other routes are of no use here: the sign-in starts at a button of ours, and sessions are our own. */
export async function GET(request: NextRequest, { params }: Context) {
	const segments = (await params).nextauth;
	return STEPS.includes(segments.join("/"))
		? handleByNextAuth(request, segments)
		: new Response("Not found\n", { status: 404 });
}
