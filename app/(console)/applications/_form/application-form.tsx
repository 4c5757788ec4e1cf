"use client";

import { EditorField, KeptField, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { Section } from "@/components/ui/section";
import { updateApplicationAction } from "../_edit/application-actions";
import { type ApplicationContent, applicationEditor, hasPeople } from "../_edit/application-editor";
import { formSections } from "./application-form-sections";
import { GrantFields } from "./grant-fields";

const PAIRS = "grid items-start gap-x-6 gap-y-4 sm:grid-cols-2";

type ApplicationFormProps = EditorPage & {
	id: string;
	baseline: ApplicationContent;
	/** The embedded service is the tenant: it alone has sign-ups by application. */
	isEmbedded: boolean;
};

/** The form of a stored application. */
export function ApplicationForm({ isEmbedded, ...page }: ApplicationFormProps) {
	return (
		<EditorForm
			{...page}
			editor={applicationEditor}
			idField="applicationId"
			action={updateApplicationAction}
			draftInWords={({ name }) => draftInWords(name)}
		>
			<Section {...formSections.settings}>
				<div className={PAIRS}>
					<Field name="name" />
					<Field name="type" />
				</div>
				<Field name="description" />
			</Section>
			<Section {...formSections.addresses}>
				<div className={PAIRS}>
					<Callbacks />
					<Field name="logoutUrls" />
					<Field name="webOrigins" />
				</div>
			</Section>
			<Section {...formSections.grants}>
				<GrantFields />
			</Section>
			<Section {...formSections.tokens}>
				<div className={PAIRS}>
					<Field name="idTokenLifetime" />
					<div className="grid gap-3">
						<Field name="rotates" />
						{isEmbedded ? <Field name="signUp" /> : <KeptField of={applicationEditor} name="signUp" />}
					</div>
				</div>
			</Section>
		</EditorForm>
	);
}

export function draftInWords(name: string): string {
	return name ? `“${name}”` : "Without a name";
}

function Field(props: { name: keyof typeof applicationEditor.fields }) {
	return <EditorField of={applicationEditor} {...props} />;
}

function Callbacks() {
	const { type } = useNow(applicationEditor).values;
	const { help } = applicationEditor.fields.callbacks;
	return (
		<EditorField
			of={applicationEditor}
			name="callbacks"
			help={hasPeople(type) ? help : `${help} Machine to machine needs none.`}
		/>
	);
}
