import type { ReactNode } from "react";
import { EditorField, useNow } from "@/app/_editor/editor-context";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { templateEditor } from "../_edit/template-editor";
import { CertificateField } from "./certificate-field";

type TrustSectionProps = {
	isNew: boolean;
	/** The stored certificate authority with what it is, which can't be changed once a template is created. */
	certificate: ReactNode;
};

/** Whose licences are accepted, and the few fields that hardly anybody changes. */
export function TrustSection({ isNew, certificate }: TrustSectionProps) {
	const { faults } = useNow(templateEditor);
	return (
		<Section title="Accepted licences">
			{isNew ? <CertificateField /> : certificate}
			<details open={!!faults.type}>
				<summary className="text-sm font-medium">Type, dialect and trusted issuers</summary>
				<div className="mt-3 grid gap-4">
					<EditorField of={templateEditor} name="type" />
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
