"use client";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { textSettings } from "@/app/(console)/applications/single-sign-on/edit/setting-catalogue";
import type { FieldProps } from "@/app/(console)/applications/single-sign-on/form/field-props";
import { LatePlace } from "@/app/forms/late/late-place";
import { useLatePart } from "@/app/forms/late/use-late-part";
import { Alert } from "@/components/ui/alert";
import { TextAreaField } from "@/components/ui/text-area-field";
import { withoutPrivateKey } from "./pem";

const FIELD_ID = "signingCert";
const loadInspector = () => import("./certificate-inspector");

type SigningCertificateFieldProps = FieldProps & {
	/** The certificate as it is stored, and what it is: drawn by the server. */
	stored: string;
	storedFacts: ReactNode;
	/** The server has taken a private key out of what was posted. */
	wasWithheld: boolean;
};

/** The application's certificate, with what it is. A private key is taken out as soon as it is there. */
export function SigningCertificateField(props: SigningCertificateFieldProps) {
	const { values, faults, isDisabled, change, stored, storedFacts, wasWithheld } = props;
	const text = values.signingCert;
	const { label, help } = textSettings.signingCert;
	const [isWithheld, setWithheld] = useState(wasWithheld);
	const inspector = useLatePart(loadInspector);
	const askNow = useEffectEvent(() => void inspector.ask());
	const isNew = text.trim() !== "" && text !== stored;
	useEffect(() => {
		if (isNew) askNow();
	}, [isNew]);

	function take(typed: string) {
		const left = withoutPrivateKey(typed);
		setWithheld(left.isWithheld);
		change({ signingCert: left.text });
	}

	return (
		<div className="of-saml grid gap-3">
			<TextAreaField
				id={FIELD_ID}
				name={FIELD_ID}
				label={label}
				rows={3}
				disabled={isDisabled}
				spellCheck={false}
				autoComplete="off"
				className="font-mono text-xs"
				value={text}
				onChange={(event) => take(event.target.value)}
				error={faults.signingCert}
				description={help}
			/>
			<div aria-live="polite" className="grid gap-3 empty:hidden">
				{isWithheld ? (
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
								address="/applications/certificate"
								consolation="You can save all the same."
								onRewrap={(mended) => {
									take(mended);
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
