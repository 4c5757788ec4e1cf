import type { IdentityService } from "../context/identity-service";
import { requestOf, toNode } from "../context/node-bridge";
import type { ServiceRequest } from "../context/service-request";
import { checkPassword } from "../passwords/password-check";
import { browserSession } from "../sessions/browser-session";
import { endSession } from "../sessions/end-sessions";
import { emptyFields } from "./empty-fields";
import { loginRefusal } from "./login-retry";

/**
 * Checks an e-mail address and a password and lets the waiting application go on. An unknown address takes the same
 * work and gets the same answer as a wrong password. A field that was left empty is no attempt.
 * @param request that carries the form
 * @returns where the browser goes on
 * @throws Refusal with the code of a problem
 */
export async function completeLogin(
	service: IdentityService,
	request: ServiceRequest,
	{ email, password }: { email: string; password: string },
): Promise<string> {
	const interaction = await findInteraction(service, request);
	if (!interaction) throw loginRefusal("expired");
	const empty = emptyFields({ email, password });
	if (empty) throw loginRefusal(empty);
	const { user_id } = await checkPassword(service, { email, password, address: request.address });
	return finishLogin(service, interaction, user_id, "pwd");
}

export type FoundInteraction = NonNullable<Awaited<ReturnType<typeof findInteraction>>>;

/**
 * Lets the waiting application go on with a user.
 * @param method by which the user has signed in (RFC 8176); null where it has no word for it
 * @param beside what the library is to hand on with the login
 * @returns where the browser goes on
 */
export async function finishLogin(
	service: IdentityService,
	{ req, res, details }: FoundInteraction,
	userId: string,
	method: string | null,
	beside: Record<string, unknown> = {},
): Promise<string> {
	const { provider } = service.oidc();
	const session = await browserSession(service, requestOf({ req }));
	if (session.userId !== null && session.userId !== userId) {
		// Another user is signed in here. The library would ask through a page with a script; the login itself is answer enough.
		await endSession(service, provider, session.uid);
		details.session = undefined;
		await details.persist();
	}
	const login = { accountId: userId, ...(method === null ? {} : { amr: [method] }) };
	return provider.interactionResult(req, res, { ...beside, login });
}

/** The login that this browser began; null where there is none. */
export async function findInteraction(service: IdentityService, request: ServiceRequest) {
	const { uid = "" } = request.parameters;
	const { req, res } = toNode(service, request, { method: "GET", path: `login/${encodeURIComponent(uid)}` });
	try {
		const details = await service.oidc().provider.interactionDetails(req, res);
		return details.uid === uid ? { req, res, details } : null;
	} catch (error) {
		if (error instanceof Error && error.name === "SessionNotFound") return null;
		throw error;
	}
}
