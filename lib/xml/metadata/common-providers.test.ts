import { afterAll, beforeAll, expect, test } from "vitest";
import { certificateBody } from "../certificate-body";
import { createTestSigner, type TestSigner } from "../testing/test-signer";
import { readProviderMetadata } from "./provider-metadata";

let [signer, next]: TestSigner[] = [];
beforeAll(async () => {
	[signer, next] = [await createTestSigner(), await createTestSigner()];
});
afterAll(() => {
	signer?.remove();
	next?.remove();
});

const key = (use: string, from: TestSigner | undefined) => `
        <KeyDescriptor use="${use}">
            <ds:KeyInfo>
                    <ds:X509Data>
                        <ds:X509Certificate>
${certificateBody(from?.certificate ?? "")}
                        </ds:X509Certificate>
                    </ds:X509Data>
            </ds:KeyInfo>
        </KeyDescriptor>`;

test("metadata is read as the installation of a Shibboleth identity provider writes it", () => {
	const metadata = `<?xml version="1.0" encoding="UTF-8"?>
<!--
     This is example metadata only. Do *NOT* supply it as is without review,
     and do *NOT* provide it in real time to your partners.
 -->
<EntityDescriptor  xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:xml="http://www.w3.org/XML/1998/namespace" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" xmlns:req-attr="urn:oasis:names:tc:SAML:protocol:ext:req-attr" validUntil="2031-03-02T09:41:07.310Z" entityID="https://idp.example.org/idp/shibboleth">

    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">

        <Extensions>
            <shibmd:Scope regexp="false">example.org</shibmd:Scope>
            <mdui:UIInfo>
                <mdui:DisplayName xml:lang="en">Example Organization</mdui:DisplayName>
                <mdui:Logo height="80" width="80">https://idp.example.org/path/to/logo.png</mdui:Logo>
            </mdui:UIInfo>
        </Extensions>

        <!-- First signing certificate is BackChannel, the Second is FrontChannel -->${key("signing", signer)}${key("signing", next)}${key("encryption", signer)}

        <ArtifactResolutionService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://idp.example.org:8443/idp/profile/SAML2/SOAP/ArtifactResolution" index="2"/>
        <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.org/idp/profile/SAML2/Redirect/SLO"/>
        <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.org/idp/profile/SAML2/POST/SLO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" req-attr:supportsRequestedAttributes="true" Location="https://idp.example.org/idp/profile/SAML2/POST/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" req-attr:supportsRequestedAttributes="true" Location="https://idp.example.org/idp/profile/SAML2/Redirect/SSO"/>

    </IDPSSODescriptor>

</EntityDescriptor>
`;
	const profile = "https://idp.example.org/idp/profile/SAML2/";
	expect(readProviderMetadata(metadata)).toEqual({
		entityId: "https://idp.example.org/idp/shibboleth",
		signIn: { redirect: `${profile}Redirect/SSO`, post: `${profile}POST/SSO` },
		signOut: { redirect: `${profile}Redirect/SLO`, post: `${profile}POST/SLO`, responseLocation: null },
		certificates: [signer?.certificate, next?.certificate],
		wantsSignedRequests: false,
		nameIdFormats: [],
		validUntil: new Date("2031-03-02T09:41:07.310Z"),
	});
});

test("metadata is read as CAS writes it", () => {
	const metadata = `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
                  xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:xml="http://www.w3.org/XML/1998/namespace"
                  xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" entityID="https://cas.example.org/idp">
    <IDPSSODescriptor WantAuthnRequestsSigned="false"
            protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol urn:oasis:names:tc:SAML:1.1:protocol urn:mace:shibboleth:1.0">
        <Extensions>
            <shibmd:Scope regexp="false">example.org</shibmd:Scope>
        </Extensions>${key("signing", signer)}${key("encryption", next)}
        <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
                             Location="https://cas.example.org/cas/idp/profile/SAML2/POST/SLO"/>
        <NameIDFormat>urn:mace:shibboleth:1.0:nameIdentifier</NameIDFormat>
        <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:transient</NameIDFormat>
        <SingleSignOnService Binding="urn:mace:shibboleth:1.0:profiles:AuthnRequest"
                             Location="https://cas.example.org/cas/idp/profile/Shibboleth/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
                             Location="https://cas.example.org/cas/idp/profile/SAML2/POST/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
                             Location="https://cas.example.org/cas/idp/profile/SAML2/Redirect/SSO"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP"
                             Location="https://cas.example.org/cas/idp/profile/SAML2/SOAP/ECP"/>
    </IDPSSODescriptor>
</EntityDescriptor>
`;
	const profile = "https://cas.example.org/cas/idp/profile/SAML2/";
	expect(readProviderMetadata(metadata)).toEqual({
		entityId: "https://cas.example.org/idp",
		signIn: { redirect: `${profile}Redirect/SSO`, post: `${profile}POST/SSO` },
		signOut: { redirect: null, post: `${profile}POST/SLO`, responseLocation: null },
		certificates: [signer?.certificate],
		wantsSignedRequests: false,
		nameIdFormats: ["urn:mace:shibboleth:1.0:nameIdentifier", "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"],
		validUntil: null,
	});
});
