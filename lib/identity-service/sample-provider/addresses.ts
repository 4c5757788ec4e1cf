import type { IdentityServiceConfig } from "../context/config";

/** The connection of the sample tenant to the sample provider: its name, and its `origin`. */
export const SAMPLE_CONNECTION = "sample-provider";
export const SAMPLE_ORIGIN = "sample";

// Relative to the issuer of the service.
export const SAMPLE_PROVIDER_PATH = "/sample-provider";
export const SAMPLE_PROVIDER_METADATA = `${SAMPLE_PROVIDER_PATH}/metadata`;
export const SAMPLE_PROVIDER_SIGN_IN = `${SAMPLE_PROVIDER_PATH}/sign-in`;
export const SAMPLE_PROVIDER_SIGN_OUT = `${SAMPLE_PROVIDER_PATH}/sign-out`;
/** Of the form on its page. */
export const CHOOSE_PATH = `${SAMPLE_PROVIDER_PATH}/choose`;

/** Its entity ID: the address of its metadata. */
export function sampleProviderId(config: IdentityServiceConfig): string {
	return addressAt(config, SAMPLE_PROVIDER_METADATA);
}

export function addressAt({ issuer }: IdentityServiceConfig, path: string): string {
	return new URL(path, issuer).href;
}
