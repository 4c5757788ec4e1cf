import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { entityId } from "../identity-provider/entity";
import type { FederatedRequest } from "../identity-provider/federated-request";
import { newMessageId } from "../identity-provider/message-id";
import { signingMaterial } from "../identity-provider/signing-material";
import { ASSERTION, PROTOCOL } from "./names";

export type ResponseContent = {
	status: Markup;
	/** Null: a refusal says nothing of anybody. */
	assertion: ((signature: Markup | null) => Markup) | null;
};

/** A response to an application (SAML core 2.0 section 3.2.2). The assertion in it is signed, or else the whole of it. */
export async function signedResponse(
	service: IdentityService,
	request: Pick<FederatedRequest, "replyTo" | "inResponseTo">,
	settings: SamlSettings,
	{ status, assertion }: ResponseContent,
): Promise<string> {
	const { destination = request.replyTo, issuer = entityId(service.config) } = settings;
	const [id, issued] = [newMessageId(), service.now().toISOString()];
	const answered = request.inResponseTo === null ? null : xml` InResponseTo="${request.inResponseTo}"`;
	const response = (signature: Markup | null, content: Markup | null) =>
		xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="${id}"${answered} Version="2.0" IssueInstant="${issued}" Destination="${destination}"><saml:Issuer xmlns:saml="${ASSERTION}">${issuer}</saml:Issuer>${signature}<samlp:Status>${status}</samlp:Status>${content}</samlp:Response>`;
	const material = await signingMaterial(service, settings);
	const signed =
		assertion && !settings.signResponse
			? signXml((signature) => response(null, assertion(signature)), SIGNED_ASSERTION, material)
			: signXml((signature) => response(signature, assertion?.(null) ?? null), SIGNED_RESPONSE, material);
	return signed.toString();
}

const SIGNED_ASSERTION = { name: "Assertion", idAttribute: "ID" } as const;
const SIGNED_RESPONSE = { name: "Response", idAttribute: "ID" } as const;
