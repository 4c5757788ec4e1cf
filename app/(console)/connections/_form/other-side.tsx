import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { messageSigner } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/connection-addresses";
import { orMissing, readConnectionMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

type OtherSideProps = {
	/** Of the connection. */
	name: string;
	/** What the tenant calls itself, where that is set. */
	entityId: string;
	now: Date;
};

/** What the people of the provider enter there, for the settings as they are saved. */
export async function OtherSide({ name, entityId, now }: OtherSideProps) {
	const addresses = connectionAddresses(name);
	const { metadata, missing } = await orMissing(readConnectionMetadata(name));
	return (
		<>
			<Section title="Tell the provider">
				<p className="text-sm text-muted">
					Most providers read all of it from the metadata, by its address or as a file that you save from there.
				</p>
				{missing ? (
					<Alert tone="warning" title="The tenant's metadata is missing">
						<p>{missing}</p>
					</Alert>
				) : null}
				<Facts>
					<Address term="Metadata" copied="metadata address" value={addresses.metadata} />
					<Address term="Entity ID" copied="entity ID" value={entityId || metadata?.issuer || addresses.entityId} />
					<Address term="ACS URL" copied="ACS URL" value={addresses.callback} />
					<Address term="Sign-out" copied="sign-out address" value={metadata?.logout ?? addresses.logout} />
					<Fact term="Signed">the assertion or the whole response, with RSA and SHA-256 or more</Fact>
				</Facts>
			</Section>
			{metadata && metadata.certificates.length > 0 ? (
				<Section title="Certificates of this tenant">
					<p className="text-sm text-muted">
						For a provider that reads no metadata. Requests are signed with the first
						{metadata.certificates.length > 1 ? "; the others are of keys that come next or were just replaced" : ""}.
					</p>
					{metadata.certificates.map((pem, index) => (
						<div key={pem} className="grid gap-2">
							<CertificateFactsList report={inspectCertificates(pem, messageSigner, now)} />
							<CopyButton text={pem} label={`Copy certificate ${index + 1}`} shown="Copy" />
						</div>
					))}
				</Section>
			) : null}
		</>
	);
}

function Address({ term, copied, value }: { term: string; copied: string; value: string }) {
	return (
		<Fact term={term}>
			<Identifier value={value} label={`Copy ${copied}`} />
		</Fact>
	);
}
