// A sample identity provider beside the service, in place of one that a tenant's users sign in through.
import { SAMPLE_ORIGIN, type SamlConnection, samlConnection } from "../connections/saml-connection";
import type { IdentityServiceConfig } from "../context/config";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal, Refusal } from "../http/refusal";
import { seeOther } from "../http/respond";
import { ownPages } from "../login/login-forms";
import { enabledClients, findConnectionByName } from "../store/connections";

/** The connection of the sample tenant to the sample provider. */
export const SAMPLE_CONNECTION = "sample-provider";

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

type Handler = (service: IdentityService, request: ServiceRequest, connection: SamlConnection) => Promise<Response>;

/** Every endpoint of the provider responds 404 while its connection is off, before it reads what is sent. */
export function ofSampleProvider(handle: Handler) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> =>
		handle(service, request, await requireSampleConnection(service));
}

/** The endpoints of its forms accept requests from its own pages alone. */
export async function sampleForm(service: IdentityService, request: ServiceRequest): Promise<void> {
	await requireSampleConnection(service);
	await ownPages(service, request).catch((error: unknown) => {
		const back = { href: SAMPLE_PROVIDER_PATH, label: "Back to the sample provider" };
		throw error instanceof Refusal ? error.withPage({ back }) : error;
	});
}

/** @throws Refusal 404 where no application may use the connection, it is deleted, or another one has its name */
async function requireSampleConnection(service: IdentityService): Promise<SamlConnection> {
	const row = await findConnectionByName(service.database, SAMPLE_CONNECTION);
	if (row?.origin === SAMPLE_ORIGIN && enabledClients(row).length > 0) return samlConnection(service, row);
	throw messageRefusal("Nothing is at this address.", 404);
}

export function redirectToHome({ config }: IdentityService): Response {
	return seeOther(addressAt(config, SAMPLE_PROVIDER_PATH));
}
