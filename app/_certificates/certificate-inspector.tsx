"use client";

import { useEffect, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import { browserClock } from "@/components/ui/browser-clock";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { CertificateFactsList, type CertificateOwner, type CertificateReport } from "./certificate-facts";
import { rewrapPem } from "./pem";

const TYPING_PAUSE_MS = 300;

type CertificateInspectorProps = {
	text: string;
	/** Whose certificate it is. */
	of: CertificateOwner;
	/** What the admin can do where it can't be read: "You can save all the same." */
	consolation: string;
	onRewrap: (text: string) => void;
};
type Outcome = { text: string; report?: CertificateReport; hasFailed?: boolean };

/** Shows the facts of a pasted certificate. The text never holds a private key: the field removes it. */
export function CertificateInspector({ text, of, consolation, onRewrap }: CertificateInspectorProps) {
	const [outcome, setOutcome] = useState<Outcome | null>(null);
	const mended = rewrapPem(text);
	const isInspected = text.trim() !== "" && !mended;

	useEffect(() => {
		if (!isInspected) return;
		const stop = new AbortController();
		const timer = setTimeout(() => {
			inspect(of, text, stop.signal).then(setOutcome, () => {});
		}, TYPING_PAUSE_MS);
		return () => {
			stop.abort();
			clearTimeout(timer);
		};
	}, [text, of, isInspected]);

	return (
		<>
			{mended ? (
				<div className="grid justify-items-start gap-2 text-sm">
					<p>The certificate has lost its line breaks, and many programs can't read it like this.</p>
					<Button type="button" onClick={() => onRewrap(mended)}>
						Re-wrap the certificate
					</Button>
				</div>
			) : null}
			{isInspected && outcome?.text === text && outcome.report ? (
				<CertificateFactsList report={outcome.report} timeZone={browserClock().timeZone} />
			) : null}
			{isInspected && outcome?.text === text && outcome.hasFailed ? (
				<p className="text-sm text-muted">The certificate could not be inspected. {consolation}</p>
			) : null}
		</>
	);
}

async function inspect(of: CertificateOwner, text: string, signal: AbortSignal): Promise<Outcome> {
	const address = `/api/console/certificate?of=${of}`;
	const result = await readJson<CertificateReport>(address, { method: "POST", body: text, signal, noResponse });
	return "problem" in result ? { text, hasFailed: true } : { text, report: result };
}

const noResponse: Problem = { title: "No answer", message: "The console could not be reached." };
