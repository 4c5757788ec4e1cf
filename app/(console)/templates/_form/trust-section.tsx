import type { ReactNode } from "react";
import { CertificateField } from "@/app/_certificates/certificate-field";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import { EditorField, useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { FieldCounter } from "@/app/_forms/field-counter";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
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
			{isNew ? <CertificateAuthorityField /> : certificate}
			<details open={!!faults.type}>
				<summary className="text-sm font-medium">Type, dialect and trusted issuers</summary>
				<div className="mt-3 grid gap-4">
					<EditorField of={templateEditor} name="type" />
					<p className="text-sm text-muted">
						The dialect is <code>simplified/1.0</code>, the only one that the tenant knows. Trusted issuers are{" "}
						<code>aamva</code>: licences of the North American states on AAMVA's trust list are accepted.
					</p>
				</div>
			</details>
		</Section>
	);
}

/** The certificate authority of a new template. */
function CertificateAuthorityField() {
	const { change } = useEditing(templateEditor);
	const { isKeyWithheld } = useNow(templateEditor).values;
	const field = useField(templateEditor, "certificateAuthority");

	function onChange(typed: string) {
		const left = withoutPrivateKey(typed);
		change("isKeyWithheld", left.isWithheld);
		change("certificateAuthority", left.text);
	}

	function keepWhatIsLeft() {
		onChange(field.value);
		document.getElementById(field.name)?.focus();
	}

	const notice = isKeyWithheld ? (
		<Alert tone="warning" title="This holds a private key.">
			<p>It was removed at once and not kept, and has not left your browser. A template takes the certificate alone.</p>
			<Button type="button" className="justify-self-start" onClick={keepWhatIsLeft}>
				Keep what is left
			</Button>
		</Alert>
	) : null;
	return (
		<CertificateField
			field={{ ...field, onChange }}
			of="issuer"
			rows={3}
			counter={<FieldCounter text={field.value} max={CERTIFICATE_AUTHORITY_LENGTH_MAX} />}
			withheld={notice}
		/>
	);
}
