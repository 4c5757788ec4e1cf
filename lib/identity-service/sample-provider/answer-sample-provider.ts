import type { SamlConnection } from "../authentication/connections/saml-connection";
import { answerFront } from "../authentication/federation/front-endpoint";
import type { IdentityService } from "../identity-service";
import { requireSampleConnection } from "./sample-connection";

/** Every address of the sample provider: it isn't there while its connection is off, and looks at nothing that is sent. */
export function answerSampleProvider(
	service: IdentityService,
	request: Request,
	run: (connection: SamlConnection) => Promise<Response>,
): Promise<Response> {
	return answerFront(service, request, "sample-provider", async () => run(await requireSampleConnection(service)));
}
