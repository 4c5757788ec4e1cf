import { MissingMetadata, TenantCertificates } from "@/app/_certificates/tenant-certificates";
import type { Jump } from "@/components/layout/jump-list";
import { Address, AddressList } from "@/components/ui/address-list";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { dashboardConfig } from "@/lib/dashboard/config";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { tenantAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readTenantMetadata, type TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { UNSET } from "../_edit/setting-kinds";
import type { SingleSignOnContent } from "../_edit/single-sign-on-editor";

/** The sections below the form where a protocol is on. */
export const setupSections = {
	setUp: { id: "set-up", title: "Set up the other side" },
	certificates: { id: "certificates", title: "Certificates" },
} satisfies Record<string, Jump>;

type ServiceProviderSetupProps = { id: string; saved: SingleSignOnContent & { protocol: "samlp" | "wsfed" } };

/** What is entered at the service provider, for the stored settings. */
export async function ServiceProviderSetup({ id, saved }: ServiceProviderSetupProps) {
	const path = `${pageOf("application", id)}/single-sign-on`;
	const { metadata, missing } = await orMissing(readTenantMetadata(saved.protocol, id));
	return (
		<>
			<Section {...setupSections.setUp}>
				<p className="text-sm text-muted">
					For the settings that are stored. Most applications read all of it from the metadata, by its address or as a
					file.
				</p>
				<MissingMetadata reason={missing} />
				<Addresses id={id} saved={saved} metadata={metadata} />
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
						Answers are signed with the first.{" "}
						{metadata.certificates.length > 1
							? "The others are of keys that come next, or that have just been replaced: give all of them to an application that reads no metadata."
							: null}
					</p>
					<TenantCertificates
						metadata={metadata}
						clock={await pageClock()}
						fileOf={(fingerprint) => `${path}/certificate?sha256=${encodeURIComponent(fingerprint)}`}
					/>
				</Section>
			) : null}
		</>
	);
}

function Addresses({ id, saved, metadata }: ServiceProviderSetupProps & { metadata: TenantMetadata | null }) {
	const { signOn, logout, metadata: address, issuer } = tenantAddresses(saved.protocol, id);
	const name = saved.issuer || metadata?.issuer || issuer;
	const hasLogout = saved.singleLogout === "on" || (saved.singleLogout === UNSET && !dashboardConfig().tenant.embedded);
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
				{hasLogout ? <Address term="Logout URL" copied="logout URL" value={logout} /> : null}
				<Address term="Metadata URL" copied="metadata URL" value={address} />
			</AddressList>
			<p className="text-sm text-muted">
				People may also begin at the sign-on URL itself, without a request of the application: the answer then goes to
				the first callback URL.
			</p>
		</>
	);
}
