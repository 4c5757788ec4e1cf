"use client";

import { useEffect, useState } from "react";
import { noAnswerToRead, readJson } from "@/app/_forms/read-json";
import { browserClock } from "@/components/ui/browser-clock";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { CertificateFactsList } from "./certificate-facts";
import type { CertificateOwner } from "./certificate-roles";
import type { CertificateReport } from "./inspect-certificates";
import { rewrapPem } from "./pem";

const TYPING_PAUSE_MS = 300;

type CertificateInspectorProps = {
	text: string;
	/** Whose certificate it is. */
	of: CertificateOwner;
	onRewrap: (text: string) => void;
};
type Inspected = { text: string; value?: CertificateReport; problem?: Problem };

/** Shows the facts of a pasted certificate. The text never holds a private key: the field removes it. */
export function CertificateInspector({ text, of, onRewrap }: CertificateInspectorProps) {
	const [inspected, setInspected] = useState<Inspected | null>(null);
	const mended = rewrapPem(text);
	const isInspected = text.trim() !== "" && !mended;

	useEffect(() => {
		if (!isInspected) return;
		const stop = new AbortController();
		const timer = setTimeout(() => {
			readJson<Omit<Inspected, "text">>("/api/console/certificate", {
				method: "POST",
				body: JSON.stringify({ owner: of, text }),
				signal: stop.signal,
				noResponse: noAnswerToRead,
			}).then(
				(result) => setInspected({ text, ...result }),
				() => {},
			);
		}, TYPING_PAUSE_MS);
		return () => {
			stop.abort();
			clearTimeout(timer);
		};
	}, [text, of, isInspected]);

	if (mended) {
		return (
			<div className="grid justify-items-start gap-2 text-sm">
				<p>The certificate has lost its line breaks, and many programs can't read it like this.</p>
				<Button type="button" onClick={() => onRewrap(mended)}>
					Re-wrap the certificate
				</Button>
			</div>
		);
	}
	if (!isInspected || inspected?.text !== text) return null;
	return inspected.value ? (
		<CertificateFactsList report={inspected.value} timeZone={browserClock().timeZone} />
	) : (
		<p className="text-sm text-muted">The certificate could not be inspected. You can save all the same.</p>
	);
}
