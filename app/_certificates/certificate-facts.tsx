import { Fragment, type ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import { dayInZone } from "@/components/ui/time-in-zone";
import type { CertificateFacts, CertificateReport } from "./inspect-certificates";

/** The facts of the certificates. The same on the server and in the form. @param timeZone of the days, an IANA name */
export function CertificateFactsList({ report, timeZone }: { report: CertificateReport; timeZone: string }) {
	const { certificates, warnings } = report;
	return (
		<div className="grid gap-3 text-sm">
			<Warnings texts={warnings} />
			{certificates.map((certificate, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the same certificate may occur twice.
				<div key={`${index} ${certificate.fingerprint}`} className="grid gap-2 rounded-md border border-line p-3">
					<p className="font-medium">{certificates.length > 1 ? `Certificate ${index + 1}` : "Certificate"}</p>
					<Warnings texts={certificate.warnings} />
					<dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
						{factsOf(certificate, timeZone).map(([term, value]) => (
							<div key={term} className="contents">
								<dt className="text-muted">{term}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
				</div>
			))}
		</div>
	);
}

function factsOf(certificate: CertificateFacts, timeZone: string): [term: string, value: ReactNode][] {
	const { subject, issuer, isSelfSigned, isAuthority, validFrom, validTo, validity, key, fingerprint } = certificate;
	const [from, to] = [validFrom, validTo].map((at) => dayInZone(new Date(at), timeZone));
	return [
		["Subject", <Name key="subject" text={subject} />],
		[
			"Issuer",
			<Fragment key="issuer">
				<Name text={issuer} />
				{isSelfSigned ? " (self-signed)" : ""}
			</Fragment>,
		],
		["Certificate authority", isAuthority ? "yes" : "no"],
		["Valid", `${from} to ${to}, ${validity}`],
		["Key", key],
		["SHA-256 fingerprint", fingerprint],
	];
}

function Warnings({ texts }: { texts: readonly string[] }) {
	return texts.map((text) => (
		<p key={text}>
			<Badge tone="warning">check</Badge> {text}
		</p>
	));
}
