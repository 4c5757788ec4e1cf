import type { IdentityServiceConfig } from "../context/config";

/** The connection of the sample tenant to the sample provider. */
export const SAMPLE_CONNECTION = "sample-provider";

// Where the sample provider is, relative to the issuer of the service that it runs beside.
export const SAMPLE_PROVIDER_PATH = "/sample-provider";
/** What it says of itself; it is called by the address of that, too. */
export const SAMPLE_PROVIDER_METADATA = `${SAMPLE_PROVIDER_PATH}/metadata`;
export const SAMPLE_PROVIDER_SIGN_IN = `${SAMPLE_PROVIDER_PATH}/sign-in`;
export const SAMPLE_PROVIDER_SIGN_OUT = `${SAMPLE_PROVIDER_PATH}/sign-out`;
/** Of the forms on its pages. */
export const CHOOSE_PATH = `${SAMPLE_PROVIDER_PATH}/choose`;
export const CONTINUE_PATH = `${SAMPLE_PROVIDER_PATH}/continue`;
export const LEAVE_PATH = `${SAMPLE_PROVIDER_PATH}/leave`;

type Place = Pick<IdentityServiceConfig, "issuer">;

/** What the sample provider is called in SAML (entity ID). */
export function sampleProviderId(place: Place): string {
	return addressAt(place, SAMPLE_PROVIDER_METADATA);
}

export function addressAt({ issuer }: Place, path: string): string {
	return new URL(path, issuer).href;
}
