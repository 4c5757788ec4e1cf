import { connectionExtension } from "./connections/connection-extension";
import { federationExtension } from "./identity-provider/federated-response";
import { clearLoginCookie } from "./login/login";
import { loginAddress, SCREEN_HINT_PARAMETER } from "./login/login-address";
import { confirmLogout, logout, v2Logout } from "./logout/logout";
import { RESUME_PATH } from "./oidc/extension";
import type { ProviderParts } from "./oidc/provider-configuration";
import { passwordlessGrant } from "./passwordless/passwordless-grant";
import { passwordGrants } from "./passwords/password-grant";
import { samlProtocol } from "./saml/response";
import { wsFederationProtocol } from "./ws-federation/security-token-response";

/** The parts of the OpenID Connect provider: each folder of the service declares what it adds. */
export const providerParts: ProviderParts = {
	loginAddress,
	extensions: [
		{ grants: [...passwordGrants, passwordlessGrant] },
		{
			middleware: [
				{ path: /^\/oidc\/logout\/confirm$/, around: confirmLogout },
				{ path: /^\/oidc\/logout$/, around: logout },
				{ path: /^\/v2\/logout$/, around: v2Logout },
			],
		},
		{
			parameters: () => ({ [SCREEN_HINT_PARAMETER]: null }),
			middleware: [{ path: RESUME_PATH, around: clearLoginCookie }],
		},
		connectionExtension,
		federationExtension({ samlp: samlProtocol, wsfed: wsFederationProtocol }),
	],
};
