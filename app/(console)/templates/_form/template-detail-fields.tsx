import type { ReactNode } from "react";
import { FieldCounter } from "@/app/_forms/field-counter";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { TextField } from "@/components/ui/text-field";
import { TEMPLATE_NAME_LENGTH_MAX, TEMPLATE_TYPE_LENGTH_MAX } from "@/lib/contract/limits";
import { CertificateField } from "../certificate/certificate-field";
import { useTemplateEdit, useTemplateFaults, useTemplateValues } from "./template-edit-context";

/** What the template is called. */
export function NameField() {
	const { change, canWrite } = useTemplateEdit();
	const { name } = useTemplateValues();
	const faults = useTemplateFaults();
	return (
		<TextField
			id="name"
			name="name"
			label="Name"
			required
			disabled={!canWrite}
			autoComplete="off"
			value={name}
			onChange={(event) => change("name", event.target.value)}
			error={faults.name}
			description="For you and your colleagues. Must be unique."
			counter={<FieldCounter text={name} max={TEMPLATE_NAME_LENGTH_MAX} />}
		/>
	);
}

type TrustSectionProps = {
	isNew: boolean;
	/** The stored certificate authority with what it is, which can't be changed once a template is created. */
	certificate: ReactNode;
};

/** Whose licences are accepted, and the few fields that hardly anybody changes. */
export function TrustSection({ isNew, certificate }: TrustSectionProps) {
	const { change, canWrite } = useTemplateEdit();
	const { type } = useTemplateValues();
	const faults = useTemplateFaults();
	return (
		<Section title="Accepted licences">
			{isNew ? <CertificateField /> : certificate}
			<details open={!!faults.type}>
				<summary className="text-sm font-medium">Type, dialect and trusted issuers</summary>
				<div className="mt-3 grid gap-4">
					<TextField
						id="type"
						name="type"
						label="Type"
						required
						disabled={!canWrite}
						autoComplete="off"
						value={type}
						onChange={(event) => change("type", event.target.value)}
						error={faults.type}
						description="The kind of credential. “mdl” is the mobile driving licence; leave it unless you know better."
						counter={<FieldCounter text={type} max={TEMPLATE_TYPE_LENGTH_MAX} />}
					/>
					<Facts>
						<Fact term="Dialect">
							<code>simplified/1.0</code>: the only way of writing requests that the service knows.
						</Fact>
						<Fact term="Well-known trusted issuers">
							<code>aamva</code>: licences of the North American states on AAMVA's trust list are accepted.
						</Fact>
					</Facts>
				</div>
			</details>
		</Section>
	);
}
