import "server-only";

/** The fields that a native form sent; none where the request has no body. @returns null where the body is no form */
export async function readForm(request: Request): Promise<FormData | null> {
	if (!request.headers.has("content-type")) return (await request.text()) === "" ? new FormData() : null;
	return request.formData().catch(() => null);
}

/** The response where `readForm` returns null. */
export function refuseForm(): Response {
	const headers = { "content-type": "text/plain; charset=utf-8" };
	return new Response("The form cannot be read. Nothing was changed.\n", { status: 400, headers });
}
