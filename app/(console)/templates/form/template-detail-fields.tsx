import type { ReactNode } from "react";
import { FieldCounter } from "@/app/forms/field-counter";
import { TextField } from "@/components/ui/text-field";
import { TEMPLATE_NAME_LENGTH_MAX, TEMPLATE_TYPE_LENGTH_MAX } from "@/lib/contract/limits";
import { CertificateField } from "../certificate/certificate-field";
import { useTemplateEdit, useTemplateFaults, useTemplateValues } from "./template-edit-context";

type TemplateDetailFieldsProps = {
	isNew: boolean;
	/** The stored certificate authority with what it is, which can't be changed once a template is created. */
	certificate: ReactNode;
};

/** Everything about a template but its attributes. */
export function TemplateDetailFields({ isNew, certificate }: TemplateDetailFieldsProps) {
	const { change } = useTemplateEdit();
	const { name, type } = useTemplateValues();
	const faults = useTemplateFaults();
	return (
		<>
			<TextField
				id="name"
				name="name"
				label="Name"
				required
				autoComplete="off"
				value={name}
				onChange={(event) => change("name", event.target.value)}
				error={faults.name}
				description="For you and your colleagues. Every template of the tenant has its own."
				counter={<FieldCounter text={name} max={TEMPLATE_NAME_LENGTH_MAX} />}
			/>
			{isNew ? <CertificateField /> : certificate}
			<details open={!!faults.type}>
				<summary className="text-sm font-medium">Type, dialect and trusted issuers</summary>
				<div className="mt-3 grid gap-4">
					<TextField
						id="type"
						name="type"
						label="Type"
						required
						autoComplete="off"
						value={type}
						onChange={(event) => change("type", event.target.value)}
						error={faults.type}
						description="The kind of credential. “mdl” is the mobile driving licence; leave it unless you know better."
						counter={<FieldCounter text={type} max={TEMPLATE_TYPE_LENGTH_MAX} />}
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
