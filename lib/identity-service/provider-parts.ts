import {
	CONNECTION_PARAMETER,
	PROVIDER_SIGN_IN_PARAMETER,
	requireOwnProviderSignIn,
	requireUsableConnection,
} from "./connections/connection-parameters";
import { noteSession } from "./connections/note-session";
import { connectionChecks } from "./connections/session-checks";
import { delegationGrant } from "./delegation/delegation-grant";
import { federatedResponseMode, requireFederatedRequest } from "./identity-provider/federated-answer";
import { FEDERATED_REQUEST_PARAMETER, FEDERATED_RESPONSE_MODE } from "./identity-provider/federated-request";
import { forgetLoginCookie } from "./login/login";
import { loginAddress, SCREEN_HINT_PARAMETER } from "./login/login-address";
import { logout, tellApplications, v2Logout } from "./logout/logout";
import type { ProviderParts } from "./oidc/provider-configuration";
import { passwordlessGrants } from "./passwordless/passwordless-grant";
import { passwordGrants } from "./passwords/password-grant";
import { samlAnswers } from "./saml/response";
import { wsFederationAnswers } from "./ws-federation/security-token-response";

/** What the OpenID Connect provider is put together of: each part of the service says what it adds. */
export const providerParts = {
	loginAddress,
	extensions: [
		{ grants: [...passwordGrants, ...passwordlessGrants, delegationGrant] },
		{ middleware: [tellApplications, logout, v2Logout] },
		{ parameters: () => ({ [SCREEN_HINT_PARAMETER]: null }), middleware: [forgetLoginCookie] },
		{
			parameters: (service) => ({
				[CONNECTION_PARAMETER]: requireUsableConnection(service),
				[PROVIDER_SIGN_IN_PARAMETER]: requireOwnProviderSignIn(service),
			}),
			loginChecks: connectionChecks,
			middleware: [noteSession],
		},
		{
			parameters: (service) => ({ [FEDERATED_REQUEST_PARAMETER]: requireFederatedRequest(service) }),
			responseModes: (service) => ({
				[FEDERATED_RESPONSE_MODE]: federatedResponseMode(service, { samlp: samlAnswers, wsfed: wsFederationAnswers }),
			}),
		},
	],
} satisfies ProviderParts;
