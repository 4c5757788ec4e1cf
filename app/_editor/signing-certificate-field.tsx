"use client";

import type { ReactNode } from "react";
import { LazyPlace } from "@/app/_page/lazy";
import { Alert } from "@/components/ui/alert";
import { ReadValue } from "@/components/ui/read-value";
import { TextAreaField } from "@/components/ui/text-area-field";
import { useAnyForm, useField } from "./editor-context";

const FIELD_ID = "signingCert";
const loadInspector = () => import("@/app/_certificates/certificate-inspector");

type SigningCertificateFieldProps = {
	of: "application" | "provider";
	/** The stored certificate, and its details, server-rendered. */
	stored: string;
	storedFacts: ReactNode;
};

/** The certificate that the other party signs with, and its details. A private key is removed as soon as it is entered. */
export function SigningCertificateField({ of, stored, storedFacts }: SigningCertificateFieldProps) {
	const { editor, withheld } = useAnyForm();
	const { label, help, value, fault, isDisabled, onChange } = useField(editor, FIELD_ID);
	const text = String(value);

	if (isDisabled)
		return (
			<ReadValue id={FIELD_ID} label={label}>
				{stored === "" ? null : storedFacts}
			</ReadValue>
		);
	return (
		<div className="grid gap-3">
			<TextAreaField
				id={FIELD_ID}
				name={FIELD_ID}
				label={label}
				rows={4}
				className="font-mono text-xs"
				value={text}
				onChange={(event) => onChange(event.target.value)}
				error={fault}
				description={help}
			/>
			<div aria-live="polite" className="grid gap-3 empty:hidden">
				{withheld ? (
					<Alert tone="error" title="This holds a private key.">
						<p>
							It was taken out at once and kept nowhere. Whoever had the key in a clipboard or a message should replace
							it.
						</p>
					</Alert>
				) : null}
				{text !== "" && text === stored ? storedFacts : null}
				{text.trim() !== "" && text !== stored ? (
					<LazyPlace load={loadInspector} what="The certificate inspector">
						{({ CertificateInspector }) => (
							<CertificateInspector
								text={text}
								of={of}
								onRewrap={(mended) => {
									onChange(mended);
									document.getElementById(FIELD_ID)?.focus();
								}}
							/>
						)}
					</LazyPlace>
				) : null}
			</div>
		</div>
	);
}
