import type { IdentityService } from "../../../identity-service";
import { expiredPage } from "../../../pages/login-pages";
import { answerPage } from "../../../pages/page";
import { answerFront, RefusedMessage } from "../../federation/front-endpoint";
import { findInteraction } from "../../login/login";
import { authenticationOf } from "../../provider/provider";
import { completeSignIn } from "../callback/complete-sign-in";
import { readProviderSignIn } from "../callback/provider-sign-in";
import { outsideConnection, PROVIDER_SIGN_IN_PARAMETER } from "../connection-parameters";
import { REFUSED_SIGN_IN } from "../refused-sign-in";
import { beginSignIn } from "./begin-sign-in";

const NAME = "login/connection";

/**
 * `GET /login/{uid}/connection`: with `name` a login goes on at an outside provider, with `answer` it comes back from
 * there. Both only in the browser that has begun it.
 */
export function answerConnectionSignIn(service: IdentityService, request: Request, uid: string): Promise<Response> {
	const goOn = async () => {
		const { searchParams } = new URL(request.url);
		const [name, answer] = [onlyValue(searchParams, "name"), onlyValue(searchParams, "answer")];
		if ((name === null) === (answer === null)) {
			throw new RefusedMessage("The address names no connection to sign in through.");
		}
		if (answer !== null) return completeSignIn(service, request, uid, answer);
		return beginIn(service, request, uid, () => name);
	};
	return answerFront(service, request, NAME, goOn, REFUSED_SIGN_IN);
}

/** `GET /login/{uid}?way=connection`: where the request itself names the connection, or who has signed in there. */
export function answerNamedConnection(service: IdentityService, request: Request, uid: string): Promise<Response> {
	const goOn = async () => {
		const interaction = await interactionOf(service, request, uid);
		const signIn = await readProviderSignIn(service, interaction?.details.params[PROVIDER_SIGN_IN_PARAMETER]);
		if (signIn) return completeSignIn(service, request, uid, signIn.token);
		return beginIn(service, request, uid, outsideConnection);
	};
	return answerFront(service, request, NAME, goOn, REFUSED_SIGN_IN);
}

async function beginIn(
	service: IdentityService,
	request: Request,
	uid: string,
	nameOf: (params: Record<string, unknown>) => string | null,
): Promise<Response> {
	const interaction = await interactionOf(service, request, uid);
	if (!interaction) return answerPage(request, expiredPage, { status: 404 });
	return beginSignIn(service, request, interaction, nameOf(interaction.details.params) ?? "");
}

function interactionOf(service: IdentityService, { headers }: Request, uid: string) {
	const { provider } = authenticationOf(service);
	return findInteraction(service, provider, uid, headers);
}

/** @throws RefusedMessage for one that is there twice */
function onlyValue(query: URLSearchParams, name: string): string | null {
	const [value = null, ...others] = query.getAll(name);
	if (others.length > 0) throw new RefusedMessage(`The address has more than one ${name}.`);
	return value;
}
