"use client";

import { useQuery } from "@tanstack/react-query";
import { readTyped } from "@/app/_forms/queries";
import { browserClock } from "@/components/ui/browser-clock";
import { Button } from "@/components/ui/button";
import { CertificateFactsList } from "./certificate-facts";
import type { CertificateOwner } from "./certificate-roles";
import type { CertificateReport } from "./inspect-certificates";
import { rewrapPem } from "./pem";

type CertificateInspectorProps = {
	text: string;
	/** Whose certificate it is. */
	of: CertificateOwner;
	onRewrap: (text: string) => void;
};

/** Shows the facts of a pasted certificate. The text never holds a private key: the field removes it. */
export function CertificateInspector({ text, of, onRewrap }: CertificateInspectorProps) {
	const mended = rewrapPem(text);
	const { data, error } = useQuery<{ value: CertificateReport }>({
		queryKey: ["/api/console/certificate", of, text],
		queryFn: (context) => readTyped(context, { method: "POST", body: JSON.stringify({ owner: of, text }) }),
		enabled: text.trim() !== "" && !mended,
	});

	if (mended) {
		return (
			<div className="grid justify-items-start gap-2 text-sm">
				<p>The certificate has lost its line breaks. Many programs can't read it like this.</p>
				<Button type="button" onClick={() => onRewrap(mended)}>
					Re-wrap the certificate
				</Button>
			</div>
		);
	}
	if (data) return <CertificateFactsList report={data.value} timeZone={browserClock().timeZone} />;
	if (!error) return null;
	return <p className="text-sm text-muted">The certificate could not be inspected. You can still save it.</p>;
}
