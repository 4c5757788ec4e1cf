import { xml } from "@/lib/xml/markup";
import { metadataResponse } from "../identity-provider/entity";
import { endpoints, keyDescriptor } from "../saml/metadata";
import { METADATA, PERSISTENT_NAME, PROTOCOL } from "../saml/names";
import { addressAt, SAMPLE_PROVIDER_SIGN_IN, SAMPLE_PROVIDER_SIGN_OUT, sampleProviderId } from "./addresses";
import { ofSampleProvider } from "./sample-provider";
import { sampleProviderKey } from "./signing-key";

/** `GET /sample-provider/metadata` (SAML metadata 2.0 section 2.4.3). */
export const handleSampleMetadata = ofSampleProvider(async (service) => {
	const { config } = service;
	const { certificate } = await sampleProviderKey(service);
	const signOut = endpoints("SingleLogoutService", addressAt(config, SAMPLE_PROVIDER_SIGN_OUT));
	const signIn = endpoints("SingleSignOnService", addressAt(config, SAMPLE_PROVIDER_SIGN_IN));
	const descriptor = xml`<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" WantAuthnRequestsSigned="true">${keyDescriptor(certificate)}${signOut}<md:NameIDFormat>${PERSISTENT_NAME}</md:NameIDFormat>${signIn}</md:IDPSSODescriptor>`;
	const entity = xml`<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${sampleProviderId(config)}">${descriptor}</md:EntityDescriptor>
`;
	return metadataResponse(entity.toString(), "sample-provider-metadata.xml");
});
