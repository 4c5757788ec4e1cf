import type { TokenEndpointGrantContext } from "oidc-provider";
import { PASSWORD_GRANT, PASSWORD_REALM_GRANT } from "../clients/grant-types";
import type { Grant, IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { Refusal } from "../http/refusal";
import { clientInLog, logOtherConnection } from "../log/sign-ins";
import { requiredParameter } from "../oidc/extension";
import { type GrantContext, issueUserTokens } from "../oidc/user-tokens";
import { DATABASE_CONNECTION } from "../store/users";
import { checkPassword } from "./password-check";

const PARAMETERS = ["username", "password", "scope", "resource"];

/**
 * RFC 6749 section 4.3, the resource owner password grant, with and without a named connection. Off for a client unless
 * it is registered with it: the application sees the password (RFC 9700 section 2.4 forbids it to new ones).
 */
export const passwordGrants: readonly Grant[] = [
	{ name: PASSWORD_GRANT, parameters: PARAMETERS, signsIn: true, handle: exchangePassword },
	{
		name: PASSWORD_REALM_GRANT,
		parameters: [...PARAMETERS, "realm"],
		signsIn: true,
		async handle(service, ctx) {
			const realm = requiredParameter(ctx, "realm");
			if (realm !== DATABASE_CONNECTION) {
				const whose = { client: clientInLog(ctx.oidc.client), hint: ctx.oidc.params?.username };
				await logOtherConnection(service, { request: requestOf(ctx), ...whose }, realm);
				throw new Refusal(400, "invalid_request", "Unknown or invalid realm.");
			}
			await exchangePassword(service, ctx);
		},
	},
];

async function exchangePassword(service: IdentityService, ctx: TokenEndpointGrantContext): Promise<void> {
	const email = requiredParameter(ctx, "username");
	const password = requiredParameter(ctx, "password");
	await issueUserTokens(service, ctx as GrantContext, async () => {
		const client = clientInLog(ctx.oidc.client);
		const { user_id } = await checkPassword(service, { email, password, request: requestOf(ctx), client });
		return { userId: user_id, amr: ["pwd"] };
	});
}
