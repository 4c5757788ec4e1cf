"use client";

import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useLatePart } from "@/app/_forms/late-part";
import { LatePlace } from "@/app/_forms/late-place";
import { Alert } from "@/components/ui/alert";
import { TextAreaField } from "@/components/ui/text-area-field";

const FIELD_ID = "signingCert";
const loadInspector = () => import("./certificate-inspector");

type SigningCertificateFieldProps = {
	label: string;
	description: string;
	text: string;
	error: string | undefined;
	isDisabled: boolean;
	onChange: (text: string) => void;
	rows?: number;
	/** Of the handler that inspects it. */
	address: string;
	/** The certificate as it is stored, and what it is: drawn by the server. */
	stored: string;
	storedFacts: ReactNode;
	/** A private key was taken out of what was posted, or typed before the page's scripts ran. */
	wasWithheld: boolean;
};

/** The certificate that the other side signs with, with what it is. A private key is taken out as soon as it is there. */
export function SigningCertificateField(props: SigningCertificateFieldProps) {
	const { label, description, text, error, isDisabled, onChange, rows = 3, address } = props;
	const { stored, storedFacts, wasWithheld } = props;
	const inspector = useLatePart(loadInspector);
	const askNow = useEffectEvent(() => void inspector.ask());
	const isNew = text.trim() !== "" && text !== stored;
	useEffect(() => {
		if (isNew) askNow();
	}, [isNew]);

	return (
		<div className="grid gap-3">
			<TextAreaField
				id={FIELD_ID}
				name={FIELD_ID}
				label={label}
				rows={rows}
				disabled={isDisabled}
				spellCheck={false}
				autoComplete="off"
				className="font-mono text-xs"
				value={text}
				onChange={(event) => onChange(event.target.value)}
				error={error}
				description={description}
			/>
			<div aria-live="polite" className="grid gap-3 empty:hidden">
				{wasWithheld ? (
					<Alert tone="error" title="This holds a private key.">
						<p>
							It was taken out at once: it is not in the field any more and was kept nowhere. Only the certificate
							belongs here; whoever had the key in a clipboard or a message should replace it.
						</p>
					</Alert>
				) : null}
				{text !== "" && text === stored ? storedFacts : null}
				{isNew ? (
					<LatePlace late={inspector} what="The certificate inspector">
						{({ CertificateInspector }) => (
							<CertificateInspector
								text={text}
								address={address}
								consolation="You can save all the same."
								onRewrap={(mended) => {
									onChange(mended);
									document.getElementById(FIELD_ID)?.focus();
								}}
							/>
						)}
					</LatePlace>
				) : null}
			</div>
		</div>
	);
}
