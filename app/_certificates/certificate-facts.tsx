import { Badge } from "@/components/ui/badge";
import type { CertificateFacts, CertificateReport } from "./certificate-report";

/** What the certificates are, in words. The same on the server and in the form. */
export function CertificateFactsList({ report }: { report: CertificateReport }) {
	return (
		<div className="grid gap-3 text-sm">
			{report.warnings.map((warning) => (
				<Warning key={warning} text={warning} />
			))}
			{report.certificates.map((certificate, index) => (
				<OneCertificate
					// biome-ignore lint/suspicious/noArrayIndexKey: the same certificate may stand there twice.
					key={`${index} ${certificate.fingerprint}`}
					certificate={certificate}
					title={report.certificates.length > 1 ? `Certificate ${index + 1}` : "Certificate"}
				/>
			))}
		</div>
	);
}

function OneCertificate({ certificate, title }: { certificate: CertificateFacts; title: string }) {
	const { subject, issuer, isSelfSigned, isAuthority, validFrom, validTo, validity, key, fingerprint } = certificate;
	const facts: [string, string][] = [
		["Subject", subject],
		["Issuer", isSelfSigned ? `${issuer} (self-signed)` : issuer],
		["Certificate authority", isAuthority ? "yes" : "no"],
		["Valid", `${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}, ${validity}`],
		["Key", key],
		["SHA-256 fingerprint", fingerprint],
	];
	return (
		<div className="grid gap-2 rounded-md border border-line p-3">
			<p className="font-medium">{title}</p>
			{certificate.warnings.map((warning) => (
				<Warning key={warning} text={warning} />
			))}
			<dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
				{facts.map(([term, value]) => (
					<div key={term} className="contents">
						<dt className="text-muted">{term}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}

function Warning({ text }: { text: string }) {
	return (
		<p>
			<Badge tone="warning">check</Badge> {text}
		</p>
	);
}
