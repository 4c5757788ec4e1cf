import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { answerPage } from "../pages/page";
import { outboxFor } from "./outbox";
import { closedOutboxPage, outboxPage } from "./outbox-pages";

/** Answers with the messages of the last day, to the tenant's admins. */
export async function answerOutbox(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const messages = await outboxFor(service, request);
	return answerPage(request, messages ? outboxPage(messages, service.now(), service.config.issuer) : closedOutboxPage);
}
