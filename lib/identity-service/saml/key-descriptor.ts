import { certificateBody } from "@/lib/xml/certificate-body";
import { type Markup, xml } from "@/lib/xml/markup";

/** A key that messages are signed with, as metadata says it (SAML metadata 2.0 section 2.4.1.1). @param certificate PEM */
export function keyDescriptor(certificate: string): Markup {
	return xml`<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificateBody(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
}
