import type { tenantAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import type { SingleSignOnContent } from "../_edit/single-sign-on-editor";

/**
 * Settings of common service providers by their names, filled in as far as they are known here.
 * @param saved as it takes effect @param addresses with the issuer in effect
 */
export function serviceProviderSnippets(
	id: string,
	saved: SingleSignOnContent,
	{ signOn, logout, metadata, issuer }: ReturnType<typeof tenantAddresses>,
): Record<string, string> {
	const callback = saved.callbacks[0] ?? "https://application.example/callback";
	if (saved.protocol === "wsfed") {
		return {
			"ASP.NET (OWIN)": `app.UseWsFederationAuthentication(new WsFederationAuthenticationOptions
{
    // It signs in at ${signOn}
    MetadataAddress = ${JSON.stringify(metadata)},
    Wtrealm = ${JSON.stringify(saved.aliases[0] ?? `urn:${id}`)},
    Wreply = ${JSON.stringify(callback)},
});
`,
		};
	}
	const entityId = saved.audience || id;
	const hasLogout = saved.singleLogout !== "off";
	const nodeSaml = {
		entryPoint: signOn,
		...(hasLogout && { logoutUrl: logout }),
		idpIssuer: issuer,
		issuer: entityId,
		callbackUrl: callback,
		audience: entityId,
		// Where neither is known, it requires that one of the two is signed.
		wantAssertionsSigned: saved.signResponse === "off",
		wantAuthnResponseSigned: saved.signResponse === "on",
		identifierFormat: saved.nameIdentifierFormat || null,
	};
	const signed = { on: "the response", off: "the assertion" }[saved.signResponse] ?? "the response or the assertion";
	return {
		"mod_auth_mellon (Apache)": `# Fetch the metadata once, and again when the tenant's keys are rotated:
#   curl --fail --output /etc/apache2/tenant.xml '${metadata}'
<Location />
  AuthType Mellon
  MellonEnable auth
  Require valid-user
  MellonIdPMetadataFile /etc/apache2/tenant.xml
  MellonSPPrivateKeyFile /etc/apache2/application.key
  MellonSPCertFile /etc/apache2/application.pem
</Location>
`,
		"node-saml (JavaScript)": `new SAML({
  ...${JSON.stringify(nodeSaml, null, 2).replaceAll("\n", "\n  ")},
  idpCert: [/* the certificates of the tenant, in PEM */],
});
`,
		"Any other": `Identity provider
  Entity ID            ${issuer}
  Sign-on URL          ${signOn}   (HTTP-Redirect or HTTP-POST)
${hasLogout ? `  Logout URL           ${logout}\n` : ""}  Metadata             ${metadata}
Service provider
  Entity ID            ${entityId}
  Assertion consumer   ${callback}   (HTTP-POST)
  Name identifier      ${saved.nameIdentifierFormat || "the tenant's default"}
  Signed               ${signed}, ${saved.signatureAlgorithm || "by the tenant's default algorithm"}
`,
	};
}
