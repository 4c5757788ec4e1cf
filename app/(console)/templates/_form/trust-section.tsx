import type { ReactNode } from "react";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import { EditorField, useEditing, useNow } from "@/app/_editor/editor-context";
import { FieldCounter } from "@/app/_forms/field-counter";
import { LazyPlace } from "@/app/_page/lazy";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { CERTIFICATE_AUTHORITY_LENGTH_MAX } from "@/lib/contract/limits";
import { templateEditor } from "../_edit/template-editor";

type TrustSectionProps = {
	isNew: boolean;
	/** The stored certificate authority with its details, immutable once a template is created. */
	certificate: ReactNode;
};

/** The issuers whose licences are accepted, and rarely changed fields. */
export function TrustSection({ isNew, certificate }: TrustSectionProps) {
	const { faults } = useNow(templateEditor);
	return (
		<Section title="Accepted licences">
			{isNew ? <CertificateField /> : certificate}
			<details open={!!faults.type}>
				<summary className="text-sm font-medium">Type, dialect and trusted issuers</summary>
				<div className="mt-3 grid gap-4">
					<EditorField of={templateEditor} name="type" />
					<p className="text-sm text-muted">
						The dialect is <code>simplified/1.0</code>, the only one that the service knows. Trusted issuers are{" "}
						<code>aamva</code>: licences of the North American states on AAMVA's trust list are accepted.
					</p>
				</div>
			</details>
		</Section>
	);
}

const FIELD_ID = "certificateAuthority";
const loadInspector = () => import("@/app/_certificates/certificate-inspector");

/** The certificate authority of a new template, with its details. A private key is removed as soon as it is entered. */
function CertificateField() {
	const { change, canWrite } = useEditing(templateEditor);
	const { values, faults } = useNow(templateEditor);
	const { certificateAuthority: text, isKeyWithheld } = values;

	function applyText(typed: string) {
		const left = withoutPrivateKey(typed);
		change("isKeyWithheld", left.isWithheld);
		change("certificateAuthority", left.text);
	}

	function onChange(changed: string) {
		applyText(changed);
		document.getElementById(FIELD_ID)?.focus();
	}

	return (
		<div className="grid gap-3">
			<TextAreaField
				id={FIELD_ID}
				name="certificateAuthority"
				label="Custom certificate authority"
				rows={3}
				disabled={!canWrite}
				className="font-mono text-xs"
				value={text}
				onChange={(event) => applyText(event.target.value)}
				error={faults.certificateAuthority}
				description="Optional. An issuer's root certificate in PEM, to accept licences from outside the trust list. It can't be changed later."
				counter={<FieldCounter text={text} max={CERTIFICATE_AUTHORITY_LENGTH_MAX} />}
			/>
			<div aria-live="polite" className="grid gap-3 empty:hidden">
				{isKeyWithheld ? (
					<Alert tone="warning" title="This holds a private key.">
						<p>
							It was taken out at once: it was kept nowhere and has not left your browser. A template takes the
							certificate alone.
						</p>
						<Button type="button" className="justify-self-start" onClick={() => onChange(text)}>
							Keep what is left
						</Button>
					</Alert>
				) : null}
				{text.trim() !== "" ? (
					<LazyPlace load={loadInspector} what="The certificate inspector">
						{({ CertificateInspector }) => <CertificateInspector text={text} of="issuer" onRewrap={onChange} />}
					</LazyPlace>
				) : null}
			</div>
		</div>
	);
}
