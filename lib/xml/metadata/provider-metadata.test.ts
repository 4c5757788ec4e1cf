import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificateBody } from "../certificate-body";
import { UnreadableMetadata } from "../errors";
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

const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:";
const SAML_2 = "urn:oasis:names:tc:SAML:2.0:protocol";
const NAMESPACE = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"';

const entity = (content: string, attributes = 'entityID="https://idp.example/metadata"') =>
	`<md:EntityDescriptor ${NAMESPACE} ${attributes}>${content}</md:EntityDescriptor>`;
const role = (content = "", attributes = "", protocols = SAML_2) =>
	`<md:IDPSSODescriptor protocolSupportEnumeration="${protocols}" ${attributes}>${content}</md:IDPSSODescriptor>`;
const group = (content: string, attributes = "") =>
	`<md:EntitiesDescriptor ${NAMESPACE} ${attributes}>${content}</md:EntitiesDescriptor>`;
const endpoint = (name: string, binding: string, location: string, more = "") =>
	`<md:${name} Binding="${BINDING}${binding}" Location="${location}" ${more}/>`;
const key = (from: TestSigner | undefined, use = "") =>
	`<md:KeyDescriptor ${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\n${certificateBody(from?.certificate ?? "")}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const other = '<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>';

const why = (text: string) => {
	try {
		readProviderMetadata(text);
	} catch (error) {
		if (error instanceof UnreadableMetadata) return error.message;
		throw error;
	}
	return "it was read";
};

test("a provider declares its name, its endpoints for requests and logouts, its certificates and its name identifiers", () => {
	const content = [
		key(signer, 'use="signing"'),
		key(next),
		key(signer, 'use="encryption"'),
		endpoint("SingleLogoutService", "SOAP", "https://idp.example/soap"),
		endpoint("SingleLogoutService", "HTTP-POST", "https://idp.example/logout/post"),
		endpoint("SingleLogoutService", "HTTP-Redirect", "https://idp.example/logout"),
		"<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>",
		endpoint("SingleSignOnService", "HTTP-POST", "https://idp.example/sso/post"),
		endpoint("SingleSignOnService", "HTTP-Redirect", "https://idp.example/sso?tenant=1&amp;more=2"),
		endpoint("SingleSignOnService", "HTTP-Redirect", "https://idp.example/another"),
	].join("\n");
	expect(
		readProviderMetadata(`\n<?xml version="1.0"?>\n${entity(role(content, 'WantAuthnRequestsSigned="true"'))}`),
	).toEqual({
		entityId: "https://idp.example/metadata",
		signIn: { redirect: "https://idp.example/sso?tenant=1&more=2", post: "https://idp.example/sso/post" },
		signOut: {
			redirect: "https://idp.example/logout",
			post: "https://idp.example/logout/post",
			responseLocation: null,
		},
		certificates: [signer?.certificate, next?.certificate],
		unreadable: [],
		wantsSignedRequests: true,
		nameIdFormats: ["urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"],
		validUntil: null,
	});
});

test("what a provider doesn't declare is missing", () => {
	expect(readProviderMetadata(entity(role()))).toMatchObject({
		signIn: { redirect: null, post: null },
		signOut: { redirect: null, post: null, responseLocation: null },
		certificates: [],
		wantsSignedRequests: false,
		nameIdFormats: [],
	});
});

describe("certificates that can't be read", () => {
	const body = (from: TestSigner | undefined) => certificateBody(from?.certificate ?? "");
	const inKey = (base64: string, use = 'use="signing"') => key(signer, use).replace(body(signer), base64);
	const read = (...keys: string[]) => {
		const { certificates, unreadable } = readProviderMetadata(entity(role(keys.join("\n"))));
		return { certificates, unreadable };
	};
	const der = () => new X509Certificate(signer?.certificate ?? "").raw;

	test.each([
		["without a text", () => "", "Signing certificate 2 of 3 is empty."],
		["with an element in it", () => "<a/>", "Signing certificate 2 of 3 holds an element instead of Base64."],
		[
			"in words",
			() => "it follows",
			"Signing certificate 2 of 3 (begins with “it follo”) is not a certificate in DER.",
		],
		["in other characters", () => "MII*;äö", "Signing certificate 2 of 3 (begins with “MII*;??”) is not Base64."],
		["of other bytes", () => "AAAA", "Signing certificate 2 of 3 (begins with “AAAA”) is not a certificate in DER."],
		["with the lines of a PEM file", () => signer?.certificate ?? "", /has a BEGIN line, which belongs in PEM files/],
		["that is cut off", () => body(signer).slice(0, 400), /\(begins with “MII.{5}”\) is cut off: 300 of its \d+ bytes/],
		["that is damaged", () => der().fill(0xff, 8, 40).toString("base64"), /is not a certificate, or is damaged\.$/],
		["of an unknown kind of key", () => unknownKey(der()), /has a key that can't be read\.$/],
		["that is far too long", () => "MIIC".repeat(5000), /“MIICMIIC”\) is longer than 16384 characters\.$/],
	])("are named, and those beside them are kept: one %s", (_, base64, reason) => {
		const { certificates, unreadable } = read(key(signer), inKey(base64()), key(next));
		expect(certificates).toEqual([signer?.certificate, next?.certificate]);
		expect(unreadable).toEqual([typeof reason === "string" ? reason : expect.stringMatching(reason)]);
	});

	test("are named each, those of keys for encryption alone are not, and of very many the number is named", () => {
		expect(read(inKey("AAAA"), inKey("AAAA", 'use="encryption"'), inKey("BBBB", "")).unreadable).toEqual([
			"Signing certificate 1 of 2 (begins with “AAAA”) is not a certificate in DER.",
			"Signing certificate 2 of 2 (begins with “BBBB”) is not a certificate in DER.",
		]);
		const { unreadable } = read(...Array.from({ length: 500 }, () => inKey("AAAA")));
		expect(unreadable).toHaveLength(21);
		expect(unreadable.at(-1)).toBe("480 more can't be used.");
	});

	test("show nothing of a private key but its header", () => {
		const secret = Buffer.concat([Buffer.from("30770201010420", "hex"), Buffer.alloc(112, 0xab)]).toString("base64");
		expect(read(inKey(secret)).unreadable.join()).not.toContain("q6ur");
	});
});

/** A certificate with another object identifier (rsaEncryption becomes one that nobody has) for its key. */
function unknownKey(der: Buffer): string {
	const at = der.indexOf(Buffer.from("2a864886f70d010101", "hex"));
	der.writeUInt8(0x7f, at + 8);
	return der.toString("base64");
}

test("responses to a logout are sent to the location of the preferred logout endpoint", () => {
	const [post, redirect] = ["HTTP-POST", "HTTP-Redirect"].map((binding) =>
		endpoint(
			"SingleLogoutService",
			binding,
			"https://idp.example/slo",
			`ResponseLocation="https://idp.example/${binding}"`,
		),
	);
	const responseLocation = (content = "") => readProviderMetadata(entity(role(content))).signOut.responseLocation;
	expect(responseLocation(`${post}${redirect}`)).toBe("https://idp.example/HTTP-Redirect");
	expect(responseLocation(post)).toBe("https://idp.example/HTTP-POST");
});

test("the only provider of a group is found, however deep and among whatever applications", () => {
	const application = entity(other, 'entityID="urn:application"');
	expect(readProviderMetadata(group(application + group(entity(role()))))).toMatchObject({
		entityId: "https://idp.example/metadata",
	});
});

test("of an entity that supports older versions too, its role for SAML 2.0 is used", () => {
	const older = role(
		endpoint("SingleSignOnService", "HTTP-Redirect", "https://idp.example/1.1"),
		"",
		"urn:oasis:names:tc:SAML:1.1:protocol",
	);
	const newer = role(endpoint("SingleSignOnService", "HTTP-Redirect", "https://idp.example/2.0"));
	expect(readProviderMetadata(entity(older + newer)).signIn.redirect).toBe("https://idp.example/2.0");
});

test("the earliest validUntil of the provider and anything around it is its end", () => {
	const text = group(
		entity(
			role("", 'validUntil="2031-01-01T00:00:00Z"'),
			'entityID="urn:idp" validUntil="2030-06-01T02:00:00.5+02:00"',
		),
		'validUntil="2032-01-01T00:00:00"',
	);
	expect(readProviderMetadata(text).validUntil?.toISOString()).toBe("2030-06-01T00:00:00.500Z");
	const inUtc = entity(role("", 'validUntil="2031-01-01T00:00:00"'));
	expect(readProviderMetadata(inUtc).validUntil?.toISOString()).toBe("2031-01-01T00:00:00.000Z");
});

describe("unusable metadata is refused with a message that names the line", () => {
	test.each([
		["nothing", "", "Paste the metadata first."],
		["words", "hello", "The XML has text outside of its element (line 1)."],
		[
			"a cut off text",
			`\n${entity(`\n${role()}`).slice(0, -4)}`,
			"The XML has an end tag without its start tag (line 3).",
		],
		[
			"a wrong end",
			entity("\n<md:IDPSSODescriptor>\n</md:Other>"),
			"The XML has an end tag without its start tag (line 3).",
		],
		["other XML", "<html/>", "This is not SAML metadata: it begins with html, not with EntityDescriptor."],
		["an entity without a name", entity(role(), ""), "The EntityDescriptor has no entityID."],
		["two providers", group(entity(role()) + entity(role())), /^This describes 2 identity providers/],
		["an application", entity(other), /^This is the metadata of an application/],
		["no provider", entity(""), "This does not describe an identity provider: it has no IDPSSODescriptor."],
		["an empty group", group(""), "This does not describe an identity provider: it has no IDPSSODescriptor."],
		["another namespace", entity(role()).replace('metadata"', 'else"'), /^This is not SAML metadata/],
		["SAML 1.1 alone", entity(role("", "", "urn:oasis:names:tc:SAML:1.1:protocol")), /does not support SAML 2.0/],
		["an end that is no time", entity(role("", 'validUntil="soon"')), /validUntil that is not a time/],
		["an end that never comes", entity(role("", 'validUntil="2031-02-41T00:00:00Z"')), /not a time/],
		["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${entity(role())}`, /declaration/],
		["more than 256 KB", entity(role(`<!--${"x".repeat(256 * 1024)}-->`)), /longer than 256 KB/],
		[
			"a long text for an address",
			entity(role(endpoint("SingleSignOnService", "HTTP-Redirect", "x".repeat(5000)))),
			/more than 4096/,
		],
	])("%s", (_, text, reason) =>
		expect(why(text)).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason)),
	);
});

/** In the layout of two products' installations. */
const installedKey = (use: string, from: TestSigner | undefined) => `
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

        <!-- First signing certificate is BackChannel, the Second is FrontChannel -->${installedKey("signing", signer)}${installedKey("signing", next)}${installedKey("encryption", signer)}

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
		unreadable: [],
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
        </Extensions>${installedKey("signing", signer)}${installedKey("encryption", next)}
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
		unreadable: [],
		validUntil: null,
	});
});
