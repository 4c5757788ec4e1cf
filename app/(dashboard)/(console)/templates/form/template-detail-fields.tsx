import type { ReactNode } from "react";
import { FieldCounter } from "@/app/(dashboard)/field-counter";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_LENGTH_MAX,
} from "@/lib/contract/limits";
import type { TemplateFormValues } from "./template-form-values";
import type { LateParts } from "./use-late-parts";

type TemplateDetailFieldsProps = {
	start: TemplateFormValues;
	values: TemplateFormValues;
	errors: Partial<Record<string, string>>;
	certificateAuthority?: string | null | undefined;
	isNew: boolean;
	late: LateParts | null;
	/** Replaces the certificate's text by one that is wrapped as parsers expect. */
	onRewrap: (text: string) => void;
	/** What the stored certificate is, as the server found. */
	children: ReactNode;
};

/** Everything about a template but its attributes. */
export function TemplateDetailFields({
	start,
	values,
	errors,
	certificateAuthority,
	isNew,
	late,
	onRewrap,
	children,
}: TemplateDetailFieldsProps) {
	return (
		<>
			<TextField
				id="name"
				name="name"
				label="Name"
				required
				autoComplete="off"
				defaultValue={start.name}
				error={errors.name}
				description="For you and your colleagues. Every template of the tenant has its own."
				counter={<FieldCounter text={values.name} max={TEMPLATE_NAME_LENGTH_MAX} />}
			/>
			{isNew ? (
				<div className="grid gap-3">
					<TextAreaField
						id="certificateAuthority"
						name="certificateAuthority"
						label="Custom certificate authority"
						rows={4}
						spellCheck={false}
						autoComplete="off"
						className="font-mono text-xs"
						defaultValue={start.certificateAuthority}
						error={errors.certificateAuthority}
						description="Optional. An issuer's root certificate in PEM, to accept licences from outside the trust list. It can't be changed later."
						counter={<FieldCounter text={values.certificateAuthority} max={CERTIFICATE_AUTHORITY_LENGTH_MAX} />}
					/>
					{late ? <late.CertificateInspector text={values.certificateAuthority} onRewrap={onRewrap} /> : null}
				</div>
			) : (
				<StoredCertificateAuthority text={certificateAuthority ?? null}>{children}</StoredCertificateAuthority>
			)}
			<details open={!!errors.type}>
				<summary className="text-sm font-medium">Type, dialect and trusted issuers</summary>
				<div className="mt-3 grid gap-4">
					<TextField
						id="type"
						name="type"
						label="Type"
						required
						autoComplete="off"
						defaultValue={start.type}
						error={errors.type}
						description="The kind of credential. “mdl” is the mobile driving licence; leave it unless you know better."
						counter={<FieldCounter text={values.type} max={TEMPLATE_TYPE_LENGTH_MAX} />}
					/>
					<dl className="grid gap-3 text-sm">
						<div>
							<dt className="font-medium">Dialect</dt>
							<dd className="text-muted">
								<code>simplified/1.0</code>: the only way of writing requests that the service knows.
							</dd>
						</div>
						<div>
							<dt className="font-medium">Well-known trusted issuers</dt>
							<dd className="text-muted">
								<code>aamva</code>: licences of the North American states on AAMVA's trust list are accepted.
							</dd>
						</div>
					</dl>
				</div>
			</details>
		</>
	);
}

function StoredCertificateAuthority({ text, children }: { text: string | null; children: ReactNode }) {
	return (
		<div className="grid gap-1.5 text-sm">
			<p className="font-medium">Custom certificate authority</p>
			{text ? (
				<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs [overflow-wrap:anywhere]">{text}</pre>
			) : (
				<p className="text-muted">None.</p>
			)}
			{children}
			<p className="text-muted">Set when the template is created; the service has no way to change it.</p>
		</div>
	);
}
