import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { messageRefusal } from "../../http/refusal";
import { findInteraction } from "../../login/login";
import { expiredPage } from "../../login/login-pages";
import { answerPage } from "../../pages/page";
import { outsideConnection, PROVIDER_SIGN_IN_PARAMETER } from "../connection-parameters";
import { readProviderSignIn } from "../provider-sign-in";
import { beginSignIn } from "./begin-sign-in";
import { completeSignIn } from "./complete-sign-in";
import { asSignIn } from "./refused-sign-in";

/**
 * `GET /login/{uid}/connection`: with `name` a login goes on at an outside provider, with `answer` it comes back from
 * there. Both only in the browser that has begun it.
 */
export const answerConnectionSignIn = asSignIn(async (service, request) => {
	const { searchParams } = request.url;
	const [name, answer] = [onlyValue(searchParams, "name"), onlyValue(searchParams, "answer")];
	if ((name === null) === (answer === null)) {
		throw messageRefusal("The address names no connection to sign in through.");
	}
	return answer === null ? beginIn(service, request, () => name) : completeSignIn(service, request, answer);
});

/** `GET /login/{uid}?way=connection`: where the request itself names the connection, or who has signed in there. */
export const answerNamedConnection = asSignIn(async (service, request) => {
	const interaction = await findInteraction(service, request);
	const signIn = await readProviderSignIn(service, interaction?.details.params[PROVIDER_SIGN_IN_PARAMETER]);
	if (signIn) return completeSignIn(service, request, signIn.token);
	return beginIn(service, request, outsideConnection);
});

async function beginIn(
	service: IdentityService,
	request: ServiceRequest,
	nameOf: (params: Record<string, unknown>) => string | null,
): Promise<Response> {
	const interaction = await findInteraction(service, request);
	if (!interaction) return answerPage(request, expiredPage, { status: 404 });
	return beginSignIn(service, request, interaction, nameOf(interaction.details.params) ?? "");
}

/** @throws Refusal for one that is there twice */
function onlyValue(query: URLSearchParams, name: string): string | null {
	const [value = null, ...others] = query.getAll(name);
	if (others.length > 0) throw messageRefusal(`The address has more than one ${name}.`);
	return value;
}
