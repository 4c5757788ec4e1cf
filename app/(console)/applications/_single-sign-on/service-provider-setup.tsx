import { MissingMetadata, TenantCertificates } from "@/app/_certificates/tenant-certificates";
import type { Jump } from "@/components/layout/jump-list";
import { Address, AddressList } from "@/components/ui/address-list";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { dashboardConfig } from "@/lib/dashboard/config";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { tenantAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readTenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import type { SingleSignOnContent } from "../_edit/single-sign-on-editor";

/** The sections below the form where a protocol is on. */
export const setupSections = {
	setUp: { id: "set-up", title: "Set up the other side" },
	certificates: { id: "certificates", title: "Certificates" },
	snippets: { id: "ready-to-paste", title: "Ready to paste" },
} satisfies Record<string, Jump>;

type Saved = SingleSignOnContent & { protocol: "samlp" | "wsfed" };

/** What is entered at the service provider, for the stored settings. */
export async function ServiceProviderSetup({ id, saved: stored }: { id: string; saved: Saved }) {
	const saved = inEffect(stored);
	const path = `${pageOf("application", id)}/single-sign-on`;
	const { metadata, missing } = await orMissing(readTenantMetadata(saved.protocol, id));
	const defaults = tenantAddresses(saved.protocol, id);
	const addresses = { ...defaults, issuer: saved.issuer || metadata?.issuer || defaults.issuer };
	return (
		<>
			<Section {...setupSections.setUp}>
				<p className="text-sm text-muted">
					For the saved settings. Most applications read all of this from the metadata, by URL or as a file.
				</p>
				<MissingMetadata reason={missing} />
				<Addresses id={id} saved={saved} addresses={addresses} />
				{metadata ? (
					<p>
						<a href={`${path}/metadata`} download className={buttonClass()}>
							Download metadata
						</a>
					</p>
				) : null}
			</Section>
			{metadata ? (
				<Section {...setupSections.certificates}>
					<p className="text-sm text-muted">
						The first signs responses.{" "}
						{metadata.certificates.length > 1
							? "The others belong to keys that come next or were just replaced: an application that reads no metadata needs all of them."
							: null}
					</p>
					<TenantCertificates
						metadata={metadata}
						clock={await pageClock()}
						fileOf={(fingerprint) => `${path}/certificate?sha256=${encodeURIComponent(fingerprint)}`}
					/>
				</Section>
			) : null}
			<Section {...setupSections.snippets}>
				{Object.entries(serviceProviderSnippets({ id, saved, addresses })).map(([title, text]) => (
					<details key={title} className="rounded-md border border-line text-sm">
						<summary className="px-3 py-2 font-medium">{title}</summary>
						<div className="grid gap-2 px-3 pb-3">
							<CodeBlock label={title} text={text} />
							<div>
								<CopyButton text={text} label={`Copy for ${title}`} />
							</div>
						</div>
					</details>
				))}
			</Section>
		</>
	);
}

/** The settings as they take effect, as far as that is known: what is not set at a real tenant stays so. */
function inEffect(settings: Saved): Saved {
	if (!dashboardConfig().tenant.embedded) return settings;
	return {
		...settings,
		signatureAlgorithm: settings.signatureAlgorithm || "rsa-sha256",
		signResponse: settings.signResponse || "off",
		singleLogout: settings.singleLogout || "off",
	};
}

/** Settings and addresses as they take effect. */
type SetUp = { id: string; saved: Saved; addresses: ReturnType<typeof tenantAddresses> };

function Addresses({ id, saved, addresses }: SetUp) {
	const { signOn, logout, metadata, issuer } = addresses;
	if (saved.protocol === "wsfed") {
		return (
			<AddressList>
				<Address term="Passive endpoint" copied="passive endpoint" value={signOn} />
				{[`urn:${id}`, ...saved.aliases].map((realm) => (
					<Address key={realm} term="Realm (wtrealm)" copied={`realm ${realm}`} value={realm} />
				))}
				<Address term="Issuer" copied="issuer" value={issuer} />
				<Address term="Sign-out URL" copied="sign-out URL" value={logout} />
				<Address term="Federation metadata" copied="federation metadata" value={metadata} />
			</AddressList>
		);
	}
	return (
		<>
			<AddressList>
				<Address term="Sign-on URL" copied="sign-on URL" value={signOn} />
				<Address term="Issuer (entity ID)" copied="issuer (entity ID)" value={issuer} />
				{saved.singleLogout === "off" ? null : <Address term="Logout URL" copied="logout URL" value={logout} />}
				<Address term="Metadata URL" copied="metadata URL" value={metadata} />
			</AddressList>
			<p className="text-sm text-muted">
				Users may also begin at the sign-on URL, without a request from the application. The response then goes to the
				first callback URL.
			</p>
		</>
	);
}

/** Settings of common service providers by their names, filled in as far as they are known here. */
function serviceProviderSnippets({ id, saved, addresses }: SetUp): Record<string, string> {
	const { signOn, logout, metadata, issuer } = addresses;
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
  NameID format        ${saved.nameIdentifierFormat || "the tenant's default"}
  Signed               ${signed}, ${saved.signatureAlgorithm || "by the tenant's default algorithm"}
`,
	};
}
