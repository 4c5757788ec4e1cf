import { messageRefusal } from "../../http/refusal";

/** What the connection may set of the authorization request that a sign-in of the provider's becomes. */
const TAKEN = ["redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "audience"] as const;
export type AuthorizeQuery = Partial<Record<(typeof TAKEN)[number], string>>;

/** They would make another request of it, or somebody else's. All other names say nothing, as at `/authorize`. */
const REFUSED: readonly string[] = [
	...["client_id", "request", "request_uri", "prompt", "max_age", "id_token_hint", "login_hint", "claims", "resource"],
	...["code_challenge", "code_challenge_method", "dpop_jkt", "registration", "acr_values", "web_message_uri"],
	...["connection", "provider_sign_in", "federated_request", "pushed_scope", "token_only_scope", "screen_hint"],
];
/** How an answer may come that no page waits for. */
const RESPONSE_MODES = ["query", "fragment", "form_post"];

/**
 * Reads `client_authorizequery`.
 * @throws Refusal for what an admin can set and nobody should
 */
export function authorizeQuery(text: string): AuthorizeQuery {
	const query = new URLSearchParams(text);
	const refused = [...query.keys()].find((name) => REFUSED.includes(name));
	if (refused) throw messageRefusal(`The connection's query must not set ${refused}.`);
	const read = TAKEN.flatMap((name) => {
		const [value, ...others] = query.getAll(name);
		if (others.length > 0) throw messageRefusal(`The connection's query has more than one ${name}.`);
		return value ? [[name, value] as const] : [];
	});
	const taken: AuthorizeQuery = Object.fromEntries(read);
	if (taken.response_mode !== undefined && !RESPONSE_MODES.includes(taken.response_mode)) {
		throw messageRefusal("The connection's query has a response_mode that is not for sign-ins of a provider's.");
	}
	return taken;
}
