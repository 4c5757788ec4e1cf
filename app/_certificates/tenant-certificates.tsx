import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { Clock } from "@/components/ui/time-text";
import { publishedCertificates, type TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { CertificateFactsList } from "./certificate-facts";
import type { CertificateOwner } from "./certificate-roles";
import { inspectCertificates } from "./inspect-certificates";

type TenantCertificatesProps = {
	metadata: TenantMetadata;
	clock: Clock;
	/** The address of a file by its SHA-256 fingerprint; absent: it can only be copied. */
	fileOf?: (fingerprint: string) => string;
};

/** The certificates that the tenant publishes to the other side of a sign-in: the one it signs with first. */
export function TenantCertificates({ metadata, clock, fileOf }: TenantCertificatesProps) {
	const { certificates, unreadable } = metadata;
	return (
		<>
			{unreadable.length > 0 ? (
				<Alert tone="warning" title="The tenant publishes a certificate that can't be read">
					<p>{unreadable.join(" ")}</p>
				</Alert>
			) : null}
			{publishedCertificates(certificates).map(({ pem, certificate: { fingerprint256 }, as }) => (
				<div key={pem} className="grid gap-2 border-t border-line pt-3 text-sm">
					<p className="flex flex-wrap items-center gap-3">
						<Badge tone={as === "current" ? "accent" : "neutral"}>{as}</Badge>
						{fileOf ? (
							<a href={fileOf(fingerprint256)} download className={buttonClass()}>
								Download {as} certificate
							</a>
						) : null}
						<CopyButton text={pem} label={`Copy ${as} certificate`} />
					</p>
					{certificateFacts(pem, "application", clock)}
				</div>
			))}
		</>
	);
}

/** The facts of the certificates in a text; null where there are none. */
export function certificateFacts(text: string, owner: CertificateOwner, { now, timeZone }: Clock) {
	return text ? <CertificateFactsList report={inspectCertificates(text, owner, now)} timeZone={timeZone} /> : null;
}

/** Where the tenant's metadata is not known. @param reason a sentence; null where it is */
export function MissingMetadata({ reason }: { reason: string | null }) {
	return reason ? (
		<Alert tone="warning" title="The tenant's metadata is missing">
			<p>{reason}</p>
		</Alert>
	) : null;
}
