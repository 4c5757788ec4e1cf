import { messageSigner } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import type { Jump } from "@/components/layout/jump-list";
import { Address, AddressList } from "@/components/ui/address-list";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { dayInZone } from "@/components/ui/time-in-zone";
import type { Clock } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { pageClock } from "@/lib/dashboard/request/page";
import { tenantAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import {
	orMissing,
	type PublishedCertificate,
	publishedCertificates,
	readTenantMetadata,
	type TenantMetadata,
} from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { serviceProviderSnippets } from "./service-provider-snippets";
import type { SingleSignOnContent } from "./single-sign-on-editor";
import { inEffect } from "./tenant-defaults";

/** The sections below the form where a protocol is on. */
export const setupSections = {
	setUp: { id: "set-up", title: "Set up the other side" },
	certificates: { id: "certificates", title: "Certificates" },
	snippets: { id: "ready-to-paste", title: "Ready to paste" },
} satisfies Record<string, Jump>;

type ServiceProviderSetupProps = { id: string; saved: SingleSignOnContent & { protocol: "samlp" | "wsfed" } };

/** What is entered at the service provider, for the stored settings. */
export async function ServiceProviderSetup({ id, saved: stored }: ServiceProviderSetupProps) {
	const saved = inEffect(stored, dashboardConfig().tenant.embedded);
	const { metadata, missing } = await orMissing(readTenantMetadata(saved.protocol, id));
	return (
		<>
			<Section {...setupSections.setUp}>
				<p className="text-sm text-muted">
					For the settings that are stored. Most applications read all of it from the metadata, by its address or as a
					file.
				</p>
				{missing ? (
					<Alert tone="warning" title="The tenant's metadata is missing">
						<p>{missing}</p>
					</Alert>
				) : null}
				<Addresses id={id} saved={saved} metadata={metadata} />
				{metadata ? (
					<p className="flex flex-wrap gap-2">
						<a
							href={`/applications/${encodeURIComponent(id)}/single-sign-on/metadata`}
							download
							className={buttonClass()}
						>
							Download metadata
						</a>
					</p>
				) : null}
			</Section>
			{metadata ? <Certificates id={id} metadata={metadata} clock={await pageClock()} /> : null}
			<Snippets id={id} saved={saved} metadata={metadata} />
		</>
	);
}

function Addresses({ id, saved, metadata }: ServiceProviderSetupProps & { metadata: TenantMetadata | null }) {
	const { signOn, logout, metadata: address, issuer } = tenantAddresses(saved.protocol, id);
	const name = saved.issuer || metadata?.issuer || issuer;
	if (saved.protocol === "wsfed") {
		return (
			<AddressList>
				<Address term="Passive endpoint" copied="passive endpoint" value={signOn} />
				{[`urn:${id}`, ...saved.aliases].map((realm) => (
					<Address key={realm} term="Realm (wtrealm)" copied={`realm ${realm}`} value={realm} />
				))}
				<Address term="Issuer" copied="issuer" value={name} />
				<Address term="Sign-out address" copied="sign-out address" value={logout} />
				<Address term="Federation metadata" copied="federation metadata" value={address} />
			</AddressList>
		);
	}
	return (
		<>
			<AddressList>
				<Address term="Sign-on URL" copied="sign-on URL" value={signOn} />
				<Address term="Issuer (entity ID)" copied="issuer (entity ID)" value={name} />
				{saved.singleLogout === "off" ? null : <Address term="Logout URL" copied="logout URL" value={logout} />}
				<Address term="Metadata URL" copied="metadata URL" value={address} />
			</AddressList>
			<p className="text-sm text-muted">
				People may also begin at the sign-on URL itself, without a request of the application: the answer then goes to
				the first callback URL.
			</p>
		</>
	);
}

type CertificatesProps = { id: string; metadata: TenantMetadata; clock: Clock };

function Certificates({ id, metadata: { certificates, unreadable }, clock }: CertificatesProps) {
	return (
		<Section {...setupSections.certificates}>
			<p className="text-sm text-muted">
				Answers are signed with the first.{" "}
				{certificates.length > 1
					? "The others are of keys that come next, or that have just been replaced: give all of them to an application that reads no metadata."
					: null}
			</p>
			{unreadable.length > 0 ? (
				<Alert tone="warning" title="The tenant publishes a certificate that can't be read">
					<p>{unreadable.join(" ")}</p>
				</Alert>
			) : null}
			{publishedCertificates(certificates).map((published) => (
				<OneCertificate key={published.pem} id={id} {...published} clock={clock} />
			))}
		</Section>
	);
}

type OneCertificateProps = PublishedCertificate & { id: string; clock: Clock };

function OneCertificate({ id, pem, certificate: { fingerprint256 }, as, clock }: OneCertificateProps) {
	const [facts] = inspectCertificates(pem, messageSigner, clock.now).certificates;
	const name = `${as} certificate`;
	return (
		<div className="grid gap-2 border-t border-line pt-3 text-sm">
			<p className="flex flex-wrap items-center gap-2">
				<Badge tone={as === "current" ? "accent" : "neutral"}>{as}</Badge>
				{facts?.warnings.map((warning) => (
					<span key={warning}>{warning}</span>
				))}
			</p>
			<Facts>
				<Fact term="Subject">{facts?.subject}</Fact>
				<Fact term="Valid">
					{facts ? `until ${dayInZone(new Date(facts.validTo), clock.timeZone)}, ${facts.validity}` : null}
				</Fact>
				<Fact term="SHA-256 fingerprint">
					<span className="text-xs">{fingerprint256}</span>
				</Fact>
			</Facts>
			<p className="flex flex-wrap items-center gap-3">
				<a
					href={`/applications/${encodeURIComponent(id)}/single-sign-on/certificate?sha256=${encodeURIComponent(fingerprint256)}`}
					download
					className={buttonClass()}
				>
					Download {name}
				</a>
				<CopyButton text={pem} label={`Copy ${name}`} />
			</p>
		</div>
	);
}

function Snippets({ id, saved, metadata }: ServiceProviderSetupProps & { metadata: TenantMetadata | null }) {
	const snippets = serviceProviderSnippets(id, saved, metadata);
	return (
		<Section {...setupSections.snippets}>
			{snippets.map(({ title, text }) => (
				<details key={title} className="rounded-md border border-line text-sm">
					<summary className="px-3 py-2 font-medium">{title}</summary>
					<div className="grid justify-items-start gap-2 px-3 pb-3">
						<div className="w-full">
							<CodeBlock label={title} text={text} />
						</div>
						<CopyButton text={text} label={`Copy for ${title}`} />
					</div>
				</details>
			))}
		</Section>
	);
}
