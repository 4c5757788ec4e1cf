import { MissingMetadata, TenantCertificates } from "@/app/_certificates/tenant-certificates";
import { Address, AddressList } from "@/components/ui/address-list";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import type { orMissing } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import type { ConnectionContent } from "../_edit/connection-editor";
import { formSections } from "./provider-form-sections";

type ProviderSetupProps = {
	saved: ConnectionContent;
	/** The tenant's metadata, or why there is none. */
	published: Awaited<ReturnType<typeof orMissing>>;
	clock: Clock;
};

/** What is entered at the provider, for the stored settings. */
export function ProviderSetup({ saved, published: { metadata, missing }, clock }: ProviderSetupProps) {
	const addresses = connectionAddresses(saved.name);
	return (
		<Section {...formSections.setUp}>
			<p className="text-sm text-muted">
				Most providers read all of this from the metadata, by URL or as a file that you save from there.
			</p>
			<MissingMetadata reason={missing} />
			<AddressList>
				<Address term="Metadata URL" copied="metadata URL" value={addresses.metadata} />
				<Address term="Entity ID" copied="entity ID" value={saved.entityId || metadata?.issuer || addresses.entityId} />
				<Address term="ACS URL" copied="ACS URL" value={addresses.callback} />
				<Address term="Sign-out URL" copied="sign-out URL" value={metadata?.logout ?? addresses.logout} />
			</AddressList>
			<p className="text-sm text-muted">
				The provider must sign the assertion or the whole response, with RSA and SHA-256 or stronger.
			</p>
			{metadata ? (
				<details open={metadata.unreadable.length > 0} className="grid gap-3 text-sm">
					<summary className="min-h-6 cursor-pointer">
						Certificates of this tenant, for a provider that reads no metadata
					</summary>
					<TenantCertificates metadata={metadata} clock={clock} />
				</details>
			) : null}
		</Section>
	);
}
