import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { messageSigner } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import type { Jump } from "@/components/layout/jump-list";
import { Address, AddressList } from "@/components/ui/address-list";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import type { TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

/** The sections of the page for the provider's administrators. */
export const setupSections = {
	setUp: { id: "tell-the-provider", title: "Tell the provider" },
	certificates: { id: "certificates", title: "Certificates of this tenant" },
} satisfies Record<string, Jump>;

type ProviderSetupProps = {
	/** The connection's name. */
	name: string;
	/** The tenant's entity ID, where one is set. */
	entityId: string;
	metadata: TenantMetadata | null;
	/** Why there is no metadata; null where there is. */
	missing: string | null;
};

/** What is entered at the provider, for the stored settings. */
export function ProviderSetup({ name, entityId, metadata, missing }: ProviderSetupProps) {
	const addresses = connectionAddresses(name);
	return (
		<Section {...setupSections.setUp}>
			<p className="text-sm text-muted">
				Most providers read all of it from the metadata, by its address or as a file that you save from there.
			</p>
			{missing ? (
				<Alert tone="warning" title="The tenant's metadata is missing">
					<p>{missing}</p>
				</Alert>
			) : null}
			<AddressList>
				<Address term="Metadata" copied="metadata address" value={addresses.metadata} />
				<Address term="Entity ID" copied="entity ID" value={entityId || metadata?.issuer || addresses.entityId} />
				<Address term="ACS URL" copied="ACS URL" value={addresses.callback} />
				<Address term="Sign-out" copied="sign-out address" value={metadata?.logout ?? addresses.logout} />
			</AddressList>
			<p className="text-sm text-muted">
				It has to sign the assertion or the whole response, with RSA and SHA-256 or more.
			</p>
		</Section>
	);
}

/** For a provider that reads no metadata. */
export function TenantCertificates({ certificates, clock }: { certificates: readonly string[]; clock: Clock }) {
	return (
		<Section {...setupSections.certificates}>
			<p className="text-sm text-muted">
				For a provider that reads no metadata. Requests are signed with the first
				{certificates.length > 1 ? "; the others are of keys that come next or were just replaced" : ""}.
			</p>
			{certificates.map((pem, index) => (
				<div key={pem} className="grid gap-2">
					<CertificateFactsList report={inspectCertificates(pem, messageSigner, clock.now)} timeZone={clock.timeZone} />
					<CopyButton text={pem} label={`Copy certificate ${index + 1}`} shown="Copy" />
				</div>
			))}
		</Section>
	);
}
