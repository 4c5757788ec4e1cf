import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../context/identity-service";

/** By which an authorization request carries what another protocol asked for. Only this service can write one. */
export const FEDERATED_REQUEST_PARAMETER = "federated_request";
/** How it is answered: by a page that posts itself to the application. */
export const FEDERATED_RESPONSE_MODE = "federated";

const PURPOSE = "federated-request";

const federatedRequest = z.strictObject({
	protocol: z.enum(["samlp", "wsfed"]),
	clientId: z.string(),
	/** One of the client's callbacks. */
	replyTo: z.string(),
	/** Who asked, by the name that it goes by in this protocol; null: nobody did. */
	requester: z.string().nullable(),
	/** The message that asked; null: there was none, or it has no name. */
	inResponseTo: z.string().nullable(),
	/** `RelayState` or `wctx`: goes back as it came. */
	state: z.string().nullable(),
	/** How to sign in; the others' words for it are those of OpenID Connect. */
	authnContext: z
		.strictObject({ comparison: z.enum(["exact", "minimum", "maximum", "better"]), classRefs: z.array(z.string()) })
		.optional(),
});
/** What an application asked for by SAML or WS-Federation, checked: what the answer is made from once somebody has signed in. */
export type FederatedRequest = z.infer<typeof federatedRequest>;

/** @returns text that nobody else can read or write */
export function sealFederatedRequest(service: IdentityService, request: FederatedRequest): Promise<string> {
	return seal(JSON.stringify(request), service.secrets.current, PURPOSE);
}

/** @returns null for anything that this service has not written */
export async function readFederatedRequest(
	service: IdentityService,
	sealed: unknown,
): Promise<FederatedRequest | null> {
	if (typeof sealed !== "string") return null;
	const opened = await unseal(sealed, service.secrets.known, PURPOSE);
	return opened && federatedRequest.parse(JSON.parse(opened.text));
}
