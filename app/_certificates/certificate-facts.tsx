import { Badge } from "@/components/ui/badge";
import { dayInZone } from "@/components/ui/time-in-zone";

/** Whose certificate it is, for the inspector: that of the issuer of licences, or of the other side of a sign-in. */
export type CertificateOwner = "issuer" | "application" | "provider";

/** One certificate as it is shown to the admin. Plain data: it is sent to the browser. */
export type CertificateFacts = {
	subject: string;
	issuer: string;
	isSelfSigned: boolean;
	isAuthority: boolean;
	/** ISO 8601 UTC. */
	validFrom: string;
	validTo: string;
	/** "expires in 20 years", "expires soon: in 12 days", "expired 2 days ago", "not valid yet". */
	validity: string;
	/** "EC P-256", "RSA 2048". */
	key: string;
	/** SHA-256 over the whole certificate, in pairs of hexadecimal digits. */
	fingerprint: string;
	warnings: string[];
};

/** The certificates in a text. Warnings only: the service accepts any text. */
export type CertificateReport = { certificates: CertificateFacts[]; warnings: string[] };

/** The facts of the certificates. The same on the server and in the form. @param timeZone of the days, an IANA name */
export function CertificateFactsList({ report, timeZone }: { report: CertificateReport; timeZone: string }) {
	return (
		<div className="grid gap-3 text-sm">
			{report.warnings.map((warning) => (
				<Warning key={warning} text={warning} />
			))}
			{report.certificates.map((certificate, index) => (
				<OneCertificate
					// biome-ignore lint/suspicious/noArrayIndexKey: the same certificate may occur twice.
					key={`${index} ${certificate.fingerprint}`}
					certificate={certificate}
					timeZone={timeZone}
					title={report.certificates.length > 1 ? `Certificate ${index + 1}` : "Certificate"}
				/>
			))}
		</div>
	);
}

type OneCertificateProps = { certificate: CertificateFacts; timeZone: string; title: string };

function OneCertificate({ certificate, timeZone, title }: OneCertificateProps) {
	const { subject, issuer, isSelfSigned, isAuthority, validFrom, validTo, validity, key, fingerprint } = certificate;
	const dayOf = (at: string) => dayInZone(new Date(at), timeZone);
	const facts: [string, string][] = [
		["Subject", subject],
		["Issuer", isSelfSigned ? `${issuer} (self-signed)` : issuer],
		["Certificate authority", isAuthority ? "yes" : "no"],
		["Valid", `${dayOf(validFrom)} to ${dayOf(validTo)}, ${validity}`],
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
