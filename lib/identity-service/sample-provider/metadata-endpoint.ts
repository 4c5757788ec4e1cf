import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { certificateBody } from "@/lib/xml/certificate-body";
import { xml } from "@/lib/xml/markup";
import type { IdentityService } from "../context/identity-service";
import { metadataResponse } from "../identity-provider/entity";
import { METADATA, PERSISTENT_NAME, PROTOCOL } from "../saml/names";
import { ofSampleProvider } from "./answer-sample-provider";
import { addressAt, SAMPLE_PROVIDER_SIGN_IN, SAMPLE_PROVIDER_SIGN_OUT, sampleProviderId } from "./sample-provider";
import { sampleProviderKey } from "./signing-key";

/** `GET /sample-provider/metadata`: what it says of itself (SAML metadata 2.0 section 2.4.3). */
export const answerSampleMetadata = ofSampleProvider(async (service) => {
	const { certificate } = await sampleProviderKey(service);
	return metadataResponse(metadataOf(service, certificate), "sample-provider-metadata.xml");
});

function metadataOf({ config }: IdentityService, certificate: string): string {
	const bindings = [HTTP_REDIRECT_BINDING, HTTP_POST_BINDING];
	const signOut = bindings.map(
		(binding) =>
			xml`<md:SingleLogoutService Binding="${binding}" Location="${addressAt(config, SAMPLE_PROVIDER_SIGN_OUT)}"/>`,
	);
	const signIn = bindings.map(
		(binding) =>
			xml`<md:SingleSignOnService Binding="${binding}" Location="${addressAt(config, SAMPLE_PROVIDER_SIGN_IN)}"/>`,
	);
	const key = xml`<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificateBody(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
	const descriptor = xml`<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" WantAuthnRequestsSigned="true">${key}${signOut}<md:NameIDFormat>${PERSISTENT_NAME}</md:NameIDFormat>${signIn}</md:IDPSSODescriptor>`;
	return xml`<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${sampleProviderId(config)}">${descriptor}</md:EntityDescriptor>
`.toString();
}
