import "server-only";
import type { Permission } from "../session/permissions";
import { requireActionPermission, type Session } from "../session/session";

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

/**
 * The form data in an action's argument, for a session that may do this: an action gets its form here alone, so that nothing
 * of it is read before. An empty form where a forged call has anything else.
 * @throws SessionError
 */
export async function permittedForm(
	permission: Permission | undefined,
	argument: unknown,
): Promise<{ session: Session; form: FormData }> {
	const session = await requireActionPermission(permission);
	return { session, form: argument instanceof FormData ? argument : new FormData() };
}
