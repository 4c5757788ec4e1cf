import { cookies } from "next/headers";
import { PROVIDER_ID } from "@/lib/dashboard/sign-in/next-auth-options";
import { redirectWith } from "@/lib/dashboard/sign-in/redirect-with";
import { runNextAuth } from "@/lib/dashboard/sign-in/run-next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** The redirect back from the tenant. next-auth's other routes are driven from our own handlers, so they answer 404. */
export async function GET(request: Request, { params }: Context) {
	const segments = (await params).nextauth;
	if (segments.join("/") !== `callback/${PROVIDER_ID}`) return new Response("Not found\n", { status: 404 });
	const jar = (await cookies()).getAll().map(({ name, value }) => [name, value]);
	const query = Object.fromEntries(new URL(request.url).searchParams);
	return redirectWith(await runNextAuth({ method: "GET", segments, query, cookies: Object.fromEntries(jar) }));
}
