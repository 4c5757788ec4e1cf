import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { isolated } from "@/lib/contract/name-or-id";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { seeOther } from "../../http/respond";
import { html } from "../../pages/html";
import { type Page, respondWithPage } from "../../pages/page";
import { respondWithForwarding } from "../../pages/redirect-page";
import { PARTIAL_LOGOUT, SUCCESS } from "../../saml/names";
import { logoutRequest } from "../../saml/outbound-messages";
import {
	type NotifyingFlow,
	type Obstacle,
	providerLogouts,
	reachableProvider,
	sendToProvider,
} from "./provider-logout";

/** The LogoutResponse of a provider that was notified. */
export type ProviderResponse = {
	connectionIds: string[];
	inResponseTo: string;
	status: string;
	statusDetail: string | null;
};

/**
 * The last steps of a logout that ends the provider's session, too: the provider is notified, and then the browser is
 * redirected to `returnTo`, or shows why the user may still be signed in there.
 * @throws Refusal for a response to no request of this logout
 */
export async function continueAtProvider(
	service: IdentityService,
	request: ServiceRequest,
	{ token, flow }: { token: string; flow: NotifyingFlow },
	received: ProviderResponse | null,
): Promise<Response> {
	const { session, sentRequest } = flow;
	if (received) return providerLogouts.end(service, token, outcome(request, flow, received));
	if (sentRequest) return stillSignedIn(request, flow, "no-answer");
	const reached = await reachableProvider(service, session.connectionId);
	if (typeof reached === "string") return providerLogouts.end(service, token, stillSignedIn(request, flow, reached));
	const { sessionIndex } = session;
	const message = logoutRequest({ ...session, sessionIndexes: sessionIndex === null ? [] : [sessionIndex] });
	const byForm = reached.destination.binding === HTTP_POST_BINDING;
	await providerLogouts.save(service, token, { ...flow, sentRequest: { requestId: message.id, byForm } });
	return sendToProvider(service, request, reached, message);
}

function outcome(request: ServiceRequest, flow: NotifyingFlow, received: ProviderResponse): Response {
	const { session, sentRequest, returnTo } = flow;
	const { connectionIds, inResponseTo, status, statusDetail } = received;
	if (inResponseTo !== sentRequest?.requestId || !connectionIds.includes(session.connectionId)) {
		throw messageRefusal("The response does not match a request of this sign-out.");
	}
	if (status !== SUCCESS) return stillSignedIn(request, flow, "denied");
	if (statusDetail === PARTIAL_LOGOUT) return stillSignedIn(request, flow, "partial");
	// Browsers apply a page's form-action to the redirects that follow its form.
	return sentRequest.byForm ? respondWithForwarding(request, returnTo) : seeOther(returnTo);
}

type Reason = Obstacle | "no-answer" | "denied" | "partial";

function stillSignedIn(request: ServiceRequest, flow: NotifyingFlow, reason: Reason): Response {
	return respondWithPage(request, stillSignedInPage(flow, explanation(reason, isolated(flow.label ?? "It"))));
}

/** Shown where the provider's session did not end, or may not have. */
export function stillSignedInPage({ label, returnTo }: NotifyingFlow, reason: string): Page {
	const name = label ?? "the identity provider that you signed in through";
	return {
		title: "You are signed out here",
		body: html`<div class="alert info" role="status"><p>You are signed out here. You may still be signed in at ${isolated(name)}.</p></div>
<p>${reason} On a shared computer, sign out there too.</p>
<p><a class="button" href="${returnTo}">Continue</a></p>`,
	};
}

/** @param label of the provider */
function explanation(reason: Reason, label: string): string {
	switch (reason) {
		case "gone":
			return "The connection to it has been deleted since.";
		case "off":
			return "The connection to it has been switched off since.";
		case "disabled":
			return "The connection is set to leave that session alone.";
		case "no-address":
			return "The connection has no sign-out address.";
		case "no-certificate":
			return "The connection has no certificate that is valid now, so no response could be verified.";
		case "no-answer":
			return `${label} was notified, but has not responded.`;
		case "denied":
			return `${label} was notified, but did not sign you out.`;
		case "partial":
			return `${label} was notified, but could not sign you out everywhere.`;
	}
}
