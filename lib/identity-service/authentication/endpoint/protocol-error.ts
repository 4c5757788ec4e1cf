import { errors } from "oidc-provider";

/** An error in the shape of RFC 6749 section 5.2 that the library sends as it is. */
export function protocolError(status: number, error: string, description: string): errors.OIDCProviderError {
	return Object.assign(new errors.OIDCProviderError(status, error), { error_description: description });
}
