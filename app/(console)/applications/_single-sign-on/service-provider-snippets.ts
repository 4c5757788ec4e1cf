import { type TenantAddresses, tenantAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import type { TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import type { SingleSignOnContent } from "../_edit/single-sign-on-editor";

type Snippet = { title: string; text: string };
type Saved = SingleSignOnContent & { protocol: "samlp" | "wsfed" };

const PLACEHOLDER = "https://application.example/callback";

/**
 * Settings of common service providers, filled in as far as they are known here.
 * @param saved as it takes effect
 */
export function serviceProviderSnippets(id: string, saved: Saved, metadata: TenantMetadata | null): Snippet[] {
	const addresses = tenantAddresses(saved.protocol, id);
	const issuer = saved.issuer || metadata?.issuer || addresses.issuer;
	const callback = saved.callbacks[0] ?? PLACEHOLDER;
	if (saved.protocol === "wsfed") return [webConfig(id, saved, addresses, callback)];
	const names = { issuer, callback, entityId: saved.audience || id };
	return [
		{ title: "mod_auth_mellon (Apache)", text: mellon(addresses) },
		{ title: "node-saml (JavaScript)", text: nodeSaml(saved, addresses, names) },
		{ title: "Any other", text: anyOther(saved, addresses, names) },
	];
}

function mellon({ metadata }: TenantAddresses): string {
	return `# Fetch the metadata once, and again when the tenant's keys are rotated:
#   curl --fail --output /etc/apache2/tenant.xml '${metadata}'
<Location />
  AuthType Mellon
  MellonEnable auth
  Require valid-user
  MellonIdPMetadataFile /etc/apache2/tenant.xml
  MellonSPPrivateKeyFile /etc/apache2/application.key
  MellonSPCertFile /etc/apache2/application.pem
</Location>
`;
}

type Names = { issuer: string; callback: string; entityId: string };

function nodeSaml(saved: Saved, { signOn, logout }: TenantAddresses, { issuer, callback, entityId }: Names): string {
	const settings = {
		entryPoint: signOn,
		...(saved.singleLogout === "off" ? {} : { logoutUrl: logout }),
		idpIssuer: issuer,
		issuer: entityId,
		callbackUrl: callback,
		audience: entityId,
		// Where neither is known, it requires that one of the two is signed.
		wantAssertionsSigned: saved.signResponse === "off",
		wantAuthnResponseSigned: saved.signResponse === "on",
		identifierFormat: saved.nameIdentifierFormat || null,
	};
	return `new SAML({
  ...${JSON.stringify(settings, null, 2).replaceAll("\n", "\n  ")},
  idpCert: [/* the certificates of the tenant, in PEM */],
});
`;
}

function anyOther(
	saved: Saved,
	{ signOn, logout, metadata }: TenantAddresses,
	{ issuer, callback, entityId }: Names,
): string {
	return `Identity provider
  Entity ID            ${issuer}
  Sign-on URL          ${signOn}   (HTTP-Redirect or HTTP-POST)
${saved.singleLogout === "off" ? "" : `  Logout URL           ${logout}\n`}  Metadata             ${metadata}
Service provider
  Entity ID            ${entityId}
  Assertion consumer   ${callback}   (HTTP-POST)
  Name identifier      ${saved.nameIdentifierFormat || "the tenant's default"}
  Signed               ${signed[saved.signResponse] ?? "the response or the assertion"}, ${saved.signatureAlgorithm || "by the tenant's default algorithm"}
`;
}

const signed: Readonly<Record<string, string>> = { on: "the response", off: "the assertion" };

function webConfig(id: string, saved: Saved, { signOn, metadata }: TenantAddresses, callback: string): Snippet {
	return {
		title: "ASP.NET (OWIN)",
		text: `app.UseWsFederationAuthentication(new WsFederationAuthenticationOptions
{
    // It signs in at ${signOn}
    MetadataAddress = ${JSON.stringify(metadata)},
    Wtrealm = ${JSON.stringify(saved.aliases[0] ?? `urn:${id}`)},
    Wreply = ${JSON.stringify(callback)},
});
`,
	};
}
