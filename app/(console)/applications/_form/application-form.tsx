"use client";

import { EditorField, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { updateApplicationAction } from "../_edit/application-actions";
import { type ApplicationContent, applicationEditor, hasPeople } from "../_edit/application-editor";
import { GrantFields } from "./grant-fields";

type ApplicationFormProps = EditorPage & { id: string; baseline: ApplicationContent };

/** The form of a stored application. */
export function ApplicationForm(props: ApplicationFormProps) {
	return (
		<EditorForm
			{...props}
			editor={applicationEditor}
			idField="applicationId"
			action={updateApplicationAction}
			draftInWords={({ name }) => draftInWords(name)}
		>
			<Field name="name" />
			<Field name="description" />
			<Field name="type" />
			<Callbacks />
			<Field name="logoutUrls" />
			<Field name="webOrigins" />
			<GrantFields />
			<fieldset className="grid gap-2">
				<legend className="mb-1.5 text-sm font-medium">Tokens and people</legend>
				<Field name="idTokenLifetime" />
				<Field name="rotates" />
				<Field name="signUp" />
			</fieldset>
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
