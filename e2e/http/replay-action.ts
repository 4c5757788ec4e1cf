import type { BrowserContext, Request } from "@playwright/test";

/** Sends an action again as it went over the wire, with other credentials. */
export async function replay(
	action: Request,
	cookie: string,
	origin: string | null,
): Promise<{ status: number; text: string; headers: Headers }> {
	const { "content-type": type = "", "next-action": id = "" } = await action.allHeaders();
	const headers: Record<string, string> = { "content-type": type, "next-action": id, accept: "text/x-component" };
	if (cookie) headers.cookie = cookie;
	if (origin) headers.origin = origin;
	const response = await fetch(action.url(), {
		method: "POST",
		headers,
		body: new Uint8Array(action.postDataBuffer() ?? []),
		redirect: "manual",
	});
	return { status: response.status, text: await response.text(), headers: response.headers };
}

/** All cookies of a browser profile, as one header. */
export async function cookieOf(context: BrowserContext): Promise<string> {
	return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}
