import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { issuerRoot } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";

/** The certificate authority of a template that exists, read-only. Drawn by the server alone. */
export function StoredCertificate({ text }: { text: string | null }) {
	return (
		<div className="grid gap-1.5 text-sm">
			<p className="font-medium">Custom certificate authority</p>
			{text ? (
				<>
					<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs">{text}</pre>
					<CertificateFactsList report={inspectCertificates(text, issuerRoot, new Date())} />
				</>
			) : (
				<p className="text-muted">None.</p>
			)}
			<p className="text-muted">Set when the template is created; the service has no way to change it.</p>
		</div>
	);
}
