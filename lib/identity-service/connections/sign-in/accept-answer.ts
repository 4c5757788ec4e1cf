import type { IdentityService } from "../../context/identity-service";
import { messageRefusal, Refusal } from "../../http/refusal";
import { toSignIn } from "../../login/login-address";
import { OPENER_HEADER, OPENER_KEPT } from "../../oidc/web-message";
import { keepProviderSignIn, loginHash } from "../provider-sign-in";
import { ANSWER_CLOCK_SKEW_SECONDS } from "../response/answer-limits";
import { type CheckedAnswer, checkedAnswer } from "../response/checked-answer";
import { requireFirstAnswer } from "../response/first-use";
import type { SamlConnection } from "../saml-connection";
import { goOnUnasked } from "./go-on-unasked";
import { findPendingByRelayState, findPendingRequest, takePendingRequest } from "./pending-request";
import { personOf } from "./person-of";

export type SentAnswer = { answer: string; relayState: string | null };

/**
 * Takes a provider's answer. It comes without the browser's cookies, so nobody is signed in yet: the browser is sent on
 * to where it brings them.
 * @throws Refusal
 */
export async function acceptAnswer(
	service: IdentityService,
	connection: SamlConnection,
	sent: SentAnswer,
): Promise<Response> {
	try {
		const said = await checkedAnswer(service, connection, sent.answer);
		return said.inResponseTo === null
			? await unasked(service, connection, said, sent)
			: await asked(service, connection, { ...said, inResponseTo: said.inResponseTo }, sent);
	} catch (error) {
		throw error instanceof Refusal ? await withWayBack(service, connection, sent, error) : error;
	}
}

async function asked(
	service: IdentityService,
	connection: SamlConnection,
	said: CheckedAnswer & { inResponseTo: string },
	{ relayState }: SentAnswer,
): Promise<Response> {
	if (relayState === null) {
		// The vendor takes an answer without one of the two for one that nobody has asked for.
		requireIdpInitiated(connection);
		throw messageRefusal("The RelayState is missing: the provider did not send back what it was given.");
	}
	const pending = await findPendingRequest(service, connection, { inResponseTo: said.inResponseTo, relayState });
	if (!pending) {
		throw messageRefusal("The answer is to no request of this service that still waits. Begin the sign-in again.");
	}
	if (!connection.clientIds.includes(pending.clientId)) {
		throw messageRefusal("The application does not take people of this connection any more.");
	}
	requireAskedAgain(pending.askedAgainAt, said);
	const person = personOf(connection, said);
	await requireFirstAnswer(service, connection, said);
	if (!(await takePendingRequest(service, connection, pending))) {
		throw messageRefusal("The request was answered already. Begin the sign-in again.");
	}
	const { clientId, loginUid } = pending;
	const token = await keepProviderSignIn(service, { clientId, login: loginHash(loginUid), ...person });
	const location = new URL(`login/${loginUid}/connection`, service.config.issuer);
	location.searchParams.set("answer", token);
	return new Response(null, {
		status: 303,
		headers: { location: location.href, "cache-control": "no-store", [OPENER_HEADER]: OPENER_KEPT },
	});
}

async function unasked(
	service: IdentityService,
	connection: SamlConnection,
	said: CheckedAnswer,
	{ relayState }: SentAnswer,
): Promise<Response> {
	requireIdpInitiated(connection);
	return goOnUnasked(service, connection, relayState, async (clientId) => {
		const person = personOf(connection, said);
		await requireFirstAnswer(service, connection, said);
		return keepProviderSignIn(service, { clientId, login: null, ...person });
	});
}

function requireIdpInitiated({ name, options }: SamlConnection): void {
	if (options.idpinitiated?.enabled) return;
	throw messageRefusal(`IdP-Initiated login is not enabled for connection '${name}'.`);
}

/**
 * @throws Refusal where the provider was to ask the person again, and took what it knew, or may have (SAML core 2.0
 * section 3.4.1)
 */
function requireAskedAgain(askedAgainAt: string | null, { authenticatedAt }: CheckedAnswer): void {
	if (askedAgainAt === null) return;
	if (authenticatedAt === null)
		throw messageRefusal("The provider was to ask who you are anew, and does not say when it did.");
	if (authenticatedAt.getTime() >= Date.parse(askedAgainAt) - ANSWER_CLOCK_SKEW_SECONDS * 1000) return;
	throw messageRefusal("The provider was to ask who you are anew, and has not done so.");
}

/** What came along says which login it was, though nothing else be good. It leads there only in that login's browser. */
async function withWayBack(
	service: IdentityService,
	connection: SamlConnection,
	{ relayState }: SentAnswer,
	refusal: Refusal,
): Promise<Refusal> {
	const pending = relayState === null ? null : await findPendingByRelayState(service, connection, relayState);
	return pending ? refusal.withPage({ back: toSignIn(pending.loginUid, "refused") }) : refusal;
}
