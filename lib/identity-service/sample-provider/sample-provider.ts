// A sample identity provider beside the service, in place of one that a tenant's users sign in through.
import { type SamlConnection, samlConnection } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { messageRefusal, Refusal } from "../http/refusal";
import { readForm } from "../http/request-parameters";
import { seeOther } from "../http/respond";
import { ownPages } from "../login/login-forms";
import { enabledClients, findConnectionByName } from "../store/connections";
import { addressAt, SAMPLE_CONNECTION, SAMPLE_ORIGIN, SAMPLE_PROVIDER_PATH } from "./addresses";

type Handler = (service: IdentityService, request: ServiceRequest, connection: SamlConnection) => Promise<Response>;

/** Every endpoint of the provider responds 404 while its connection is off, before it reads what is sent. */
export function ofSampleProvider(handle: Handler) {
	return async (service: IdentityService, request: ServiceRequest): Promise<Response> =>
		handle(service, request, await requireSampleConnection(service));
}

/** The step that reads its forms. */
export async function sampleForm(service: IdentityService, request: ServiceRequest): Promise<void> {
	await requireSampleConnection(service);
	await readForm()(service, request);
}

/** Its forms are accepted from its own pages alone. */
export function samplePages(service: IdentityService, request: ServiceRequest): void {
	try {
		ownPages(service, request);
	} catch (error) {
		const back = { href: SAMPLE_PROVIDER_PATH, label: "Back to the sample provider" };
		throw error instanceof Refusal ? error.withPage({ back }) : error;
	}
}

/** @throws Refusal 404 where no application may use the connection, it is deleted, or another one has its name */
async function requireSampleConnection(service: IdentityService): Promise<SamlConnection> {
	const row = await findConnectionByName(service.database, SAMPLE_CONNECTION);
	if (row?.origin === SAMPLE_ORIGIN && enabledClients(row).length > 0) return samlConnection(service, row);
	throw messageRefusal("There is nothing at this URL.", 404);
}

export function redirectToHome({ config }: IdentityService): Response {
	return seeOther(addressAt(config, SAMPLE_PROVIDER_PATH));
}
