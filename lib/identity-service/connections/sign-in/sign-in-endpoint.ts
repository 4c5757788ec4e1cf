import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { NAME_FORMAT_DEFAULT, SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { type Markup, xml } from "@/lib/xml/markup";
import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { type Link, messageRefusal, Refusal } from "../../http/refusal";
import { singleValue } from "../../http/request-parameters";
import { seeOther } from "../../http/respond";
import { signingMaterial } from "../../identity-provider/signing-material";
import { type Attempt, clientInLog, connectionInLog, hintedUser, nameInLog } from "../../log/sign-ins";
import { findInteraction, finishLogin, type Interaction } from "../../login/login";
import { toSignIn } from "../../login/login-address";
import { expiredPage } from "../../login/login-pages";
import { respondWithPage } from "../../pages/page";
import { ASSERTION, PROTOCOL } from "../../saml/names";
import { sendDocument } from "../../saml/outbound-messages";
import { saveConnectionUser } from "../../store/connections";
import {
	outsideConnection,
	PROVIDER_SESSION_RESULT,
	PROVIDER_SIGN_IN_PARAMETER,
	type SessionAtProvider,
} from "../connection-extension";
import { consumeProviderSignIn, loginHash, providerSignIns } from "../provider-sign-in";
import { maySignIn, usableConnection } from "../saml-connection";
import { notePendingRequest } from "./pending-request";

type Handler = (service: IdentityService, request: ServiceRequest) => Promise<Response>;

/** What is known of a sign-in that is refused, for the log: it grows while the request is read. */
export type KnownAttempt = Partial<Pick<Attempt, "client" | "connection" | "userId" | "userName">> & {
	description?: string;
};

/** Logs a refused message, or a refusal that has a description for the log, and adds a title to its page. */
export function providerSignIn(
	handle: (service: IdentityService, request: ServiceRequest, known: KnownAttempt) => Promise<Response>,
): Handler {
	return async (service, request) => {
		const known: KnownAttempt = {};
		try {
			return await handle(service, request, known);
		} catch (error) {
			if (!(error instanceof Refusal && (error.details.isMessage || known.description))) throw error;
			const type = known.description === undefined ? "fc" : "f";
			service.log.add({ description: error.message, ...known, request, type });
			throw error.status === 404 ? error : error.withPage({ title: "The sign-in did not succeed" });
		}
	};
}

/** @param known is completed. @throws Refusal */
export function refuseConnection(known: KnownAttempt, message: string, back?: Link): never {
	known.description = SIGN_IN_FAILURES.otherConnection;
	throw messageRefusal(message, 400, back);
}

/**
 * `GET /login/{uid}/connection`: with `name` a login continues at an outside provider, with `answer` it returns from
 * there. Both only in the browser that has begun the login.
 */
export const handleConnectionSignIn = providerSignIn(async (service, request, known) => {
	const { searchParams } = request.url;
	const [name, token] = [singleValue(searchParams, "name"), singleValue(searchParams, "answer")];
	if ((name === null) === (token === null)) {
		throw messageRefusal("The URL names no connection to sign in through.");
	}
	if (token !== null) return complete(service, request, known, token);
	return beginSignIn(service, request, known, await findInteraction(service, request), name);
});

/** `GET /login/{uid}?way=connection`: where the request itself names the connection, or a sign-in at a provider. */
export const handleNamedConnection = providerSignIn(async (service, request, known) => {
	const interaction = await findInteraction(service, request);
	const params = interaction?.details.params;
	const signIn = await providerSignIns.unseal(service, params?.[PROVIDER_SIGN_IN_PARAMETER]);
	if (signIn) return complete(service, request, known, signIn.token);
	return beginSignIn(service, request, known, interaction, outsideConnection(params));
});

/**
 * Ends a login with a user whom a provider has authenticated. An attacker may have planted the response: it is accepted
 * in the browser that has begun the login alone, and for the login that requested it.
 * @param token single-use, also where it is refused
 */
async function complete(
	service: IdentityService,
	request: ServiceRequest,
	known: KnownAttempt,
	token: string,
): Promise<Response> {
	const { uid = "" } = request.parameters;
	const signIn = await consumeProviderSignIn(service, token);
	const interaction = await findInteraction(service, request);
	if (!interaction) {
		throw messageRefusal("The sign-in began in another browser, or has expired. No one was signed in.");
	}
	const back = toSignIn(uid, "refused");
	if (!signIn || (signIn.login !== null && signIn.login !== loginHash(uid))) {
		throw messageRefusal("The provider's response was already used, or belongs to another sign-in.", 400, back);
	}
	const { params, prompt } = interaction.details;
	const { clientId, connectionId, user, session } = signIn;
	const connection = { name: user.connection, id: connectionId, strategy: SAML_STRATEGY };
	const client = clientInLog(await service.oidc().provider.Client.find(clientId));
	Object.assign(known, { client, connection, userId: user.user_id, userName: nameInLog(user) });
	const isFor = prompt.name === "login" && params.client_id === clientId;
	// In the meantime the connection may have been deleted, or disabled for the application.
	if (
		!isFor ||
		!(await maySignIn(service, user, clientId)) ||
		!(await saveConnectionUser(service.database, connectionId, user, service.now()))
	) {
		refuseConnection(known, "The application no longer accepts users of this connection.", back);
	}
	const there: SessionAtProvider = { ...session, connectionId, accountId: user.user_id };
	// No amr: RFC 8176 has no value for a sign-in at another provider.
	return seeOther(await finishLogin(service, interaction, user.user_id, null, { [PROVIDER_SESSION_RESULT]: there }));
}

/** The library's prompt reasons that require a new authentication. */
const FORCED = ["login_prompt", "max_age"];

/**
 * Sends the browser of a login to an outside provider with an AuthnRequest (SAML core 2.0 section 3.4.1, profiles 2.0
 * section 4.1.4.1), by the connection's binding.
 * @param interaction null shows that there is no such login in this browser
 * @throws Refusal where the login's application may not use the connection
 */
async function beginSignIn(
	service: IdentityService,
	request: ServiceRequest,
	known: KnownAttempt,
	interaction: Interaction | null,
	name: string | null,
): Promise<Response> {
	if (!interaction) return respondWithPage(request, expiredPage, { status: 404 });
	const { details, clientId } = interaction;
	const { uid, prompt, params } = details;
	const connection = await usableConnection(service, name ?? "");
	known.client = clientInLog(await service.oidc().provider.Client.find(clientId));
	Object.assign(known, await hintedUser(service, params.login_hint, name));
	if (connection) known.connection = connectionInLog({ ...connection, strategy: SAML_STRATEGY });
	if (prompt.name !== "login" || !connection?.clientIds.includes(clientId)) {
		const message = "The application does not accept users of this connection.";
		refuseConnection(known, message, toSignIn(uid, "refused"));
	}
	const { entityId, callback, label, options } = connection;
	const { signInEndpoint: address, protocolBinding: binding = HTTP_REDIRECT_BINDING } = options;
	if (!address) throw messageRefusal("The connection has no sign-in address: it is not set where its provider is.");
	const now = service.now().toISOString();
	const isForced = prompt.reasons.some((reason) => FORCED.includes(reason));
	const { id, relayState } = await notePendingRequest(service, connection, {
		loginUid: uid,
		clientId,
		askedAgainAt: isForced ? now : null,
	});
	const format = options.nameIdentifierFormat ?? NAME_FORMAT_DEFAULT;
	const forceAuthn = isForced ? xml` ForceAuthn="true"` : null;
	const write = (signature: Markup | null) =>
		xml`<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${now}" Destination="${address}"${forceAuthn} ProtocolBinding="${HTTP_POST_BINDING}" AssertionConsumerServiceURL="${callback}"><saml:Issuer>${entityId}</saml:Issuer>${signature}<samlp:NameIDPolicy Format="${format}" AllowCreate="true"/></samlp:AuthnRequest>`;
	const material = options.signSAMLRequest === false ? null : await signingMaterial(service, options);
	const destination = { label, address, binding, redirectsAnywhere: true };
	return sendDocument(request, destination, { name: "AuthnRequest", write, relayState }, material);
}
