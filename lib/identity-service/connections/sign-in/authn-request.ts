import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { type Markup, xml } from "@/lib/xml/markup";
import { ASSERTION, PROTOCOL } from "../../saml/names";
import type { SamlConnection } from "../saml-connection";

type AuthnRequestContent = {
	id: string;
	issued: Date;
	destination: string;
	/** The provider asks the person again, whether or not they are signed in there (`ForceAuthn`). */
	asksAgain: boolean;
	nameIdentifierFormat: string;
};

/** Asks a provider who somebody is (SAML core 2.0 section 3.4.1, profiles 2.0 section 4.1.4.1). */
export function authnRequest(
	{ entityId, callback }: Pick<SamlConnection, "entityId" | "callback">,
	{ id, issued, destination, asksAgain, nameIdentifierFormat }: AuthnRequestContent,
	signature: Markup | null,
): Markup {
	const again = asksAgain ? xml` ForceAuthn="true"` : null;
	return xml`<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0" IssueInstant="${issued.toISOString()}" Destination="${destination}"${again} ProtocolBinding="${HTTP_POST_BINDING}" AssertionConsumerServiceURL="${callback}"><saml:Issuer>${entityId}</saml:Issuer>${signature}<samlp:NameIDPolicy Format="${nameIdentifierFormat}" AllowCreate="true"/></samlp:AuthnRequest>`;
}
