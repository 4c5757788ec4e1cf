import type { IdentityService } from "../../context/identity-service";
import { messageRefusal, methodNotAllowed, notFound } from "../../http/refusal";
import { relayStateOf, samlForm } from "../../saml/transport";
import { enabledClients, findConnectionByName } from "../../store/connections";
import { ANSWER_BYTES_MAX } from "../response/answer-limits";
import { isAnyUsable, type SamlConnection, samlConnection } from "../saml-connection";
import { acceptAnswer } from "./accept-answer";
import { asSignIn } from "./refused-sign-in";

/**
 * `POST /login/callback?connection=NAME`: what an outside provider answers, brought by a form of another site. While
 * every connection is off there is nothing here, and nothing of what is sent is looked at.
 */
export const answerCallback = asSignIn(async (service, request) => {
	if (!(await isAnyUsable(service))) throw notFound("Nobody signs in here through another identity provider.");
	if (request.method !== "POST") throw methodNotAllowed(request.method, ["OPTIONS", "POST"]);
	const connection = await namedConnection(service, request.url.searchParams);
	const form = await samlForm(request, ANSWER_BYTES_MAX);
	const answer = form.get("SAMLResponse")?.value;
	if (!answer) throw messageRefusal("The form holds no SAMLResponse.");
	if (form.has("SAMLRequest")) throw messageRefusal("A request and a response were sent in one.");
	// Some send it empty where there is none.
	return acceptAnswer(service, connection, { answer, relayState: relayStateOf(form) || null });
});

/** @throws Refusal */
async function namedConnection(service: IdentityService, query: URLSearchParams): Promise<SamlConnection> {
	const [name, ...others] = query.getAll("connection");
	if (!name) throw messageRefusal("The connection is missing: the address has no parameter of this name.");
	if (others.length > 0) throw messageRefusal("The address has more than one connection.");
	const row = await findConnectionByName(service.database, name);
	if (!row) throw messageRefusal("There is no such connection.", 404);
	if (enabledClients(row).length > 0) return samlConnection(service, row);
	throw messageRefusal("The connection is disabled: no application may use it.");
}
