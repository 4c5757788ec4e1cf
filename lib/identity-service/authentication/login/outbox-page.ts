import type { IdentityService } from "../../identity-service";
import { closedOutboxPage, outboxPage } from "../../pages/outbox-pages";
import { answerPage } from "../../pages/page";
import type { ServiceRequest } from "../../service-request";
import { outboxFor } from "./outbox";

/** Answers with the messages of the last day, to the tenant's admins. */
export async function answerOutbox(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const messages = await outboxFor(service, request);
	return answerPage(request, messages ? outboxPage(messages, service.now(), service.config.issuer) : closedOutboxPage);
}
