import type { IdentityService } from "../../../identity-service";
import { answerProblem, methodNotAllowed } from "../../../pages/problem";
import { enabledClients, findConnectionByName } from "../../../store/connections";
import { answerNotCovered } from "../../endpoint/not-covered";
import { answerFront, RefusedMessage } from "../../federation/front-endpoint";
import { relayStateOf } from "../../saml/inbound/saml-parameters";
import { samlForm } from "../../saml/inbound/transport";
import { ANSWER_BYTES_MAX } from "../answer/answer-limits";
import { REFUSED_SIGN_IN } from "../refused-sign-in";
import { isAnyUsable, type SamlConnection, samlConnection } from "../saml-connection";
import { acceptAnswer } from "./accept-answer";

const NAME = "login/callback";

/**
 * `POST /login/callback?connection=NAME`: what an outside provider answers, brought by a form of another site. While
 * every connection is off there is nothing here, and nothing of what is sent is looked at.
 */
export async function answerCallback(service: IdentityService, request: Request): Promise<Response> {
	if (!(await isAnyUsable(service))) return answerNotCovered(service, request);
	const take = async () => {
		if (request.method !== "POST") {
			return answerProblem(request, methodNotAllowed(request.method, "OPTIONS, POST"));
		}
		const connection = await namedConnection(service, new URL(request.url).searchParams);
		const form = await samlForm(request, ANSWER_BYTES_MAX);
		const answer = form.get("SAMLResponse")?.value;
		if (!answer) throw new RefusedMessage("The form holds no SAMLResponse.");
		if (form.has("SAMLRequest")) throw new RefusedMessage("A request and a response were sent in one.");
		// Some send it empty where there is none.
		return acceptAnswer(service, connection, { answer, relayState: relayStateOf(form) || null });
	};
	return answerFront(service, request, NAME, take, REFUSED_SIGN_IN);
}

/** @throws RefusedMessage */
async function namedConnection(service: IdentityService, query: URLSearchParams): Promise<SamlConnection> {
	const [name, ...others] = query.getAll("connection");
	if (!name) throw new RefusedMessage("The connection is missing: the address has no parameter of this name.");
	if (others.length > 0) throw new RefusedMessage("The address has more than one connection.");
	const row = await findConnectionByName(service.database, name);
	if (!row) throw new RefusedMessage("There is no such connection.", 404);
	if (enabledClients(row).length > 0) return samlConnection(service, row);
	throw new RefusedMessage("The connection is disabled: no application may use it.");
}
