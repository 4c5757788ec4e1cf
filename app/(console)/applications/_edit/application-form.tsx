"use client";

import { EditorField, KeptField, useEditing, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { ReadValue } from "@/components/ui/read-value";
import { Section } from "@/components/ui/section";
import { updateApplicationAction } from "./application-actions";
import { type ApplicationContent, applicationEditor } from "./application-editor";
import { formSections } from "./application-form-sections";
import { GrantFields } from "./grant-fields";

const PAIRS = "grid items-start gap-x-6 gap-y-4 sm:grid-cols-2";

type ApplicationFormProps = EditorPage & {
	id: string;
	baseline: ApplicationContent;
	/** Whether the tenant's answer says if refresh tokens rotate. */
	isRotationKnown: boolean;
	/** A public application can't be trusted with what a confidential one can. */
	isPublic: boolean;
	/** The embedded service is the tenant: it alone has sign-ups by application. */
	isEmbedded: boolean;
};

/** The form of a stored application. */
export function ApplicationForm({ isRotationKnown, isPublic, isEmbedded, ...page }: ApplicationFormProps) {
	return (
		<EditorForm {...page} editor={applicationEditor} idField="applicationId" action={updateApplicationAction}>
			<Section {...formSections.settings}>
				<div className={PAIRS}>
					<Field name="name" />
					<Field name="type" />
				</div>
				<Field name="description" />
			</Section>
			<Section {...formSections.addresses}>
				<div className={PAIRS}>
					<Field name="callbacks" />
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
						<Rotation isKnown={isRotationKnown} />
						{isPublic ? <KeptField of={applicationEditor} name="namesAddress" /> : <Field name="namesAddress" />}
						{isEmbedded ? <Field name="signUp" /> : <KeptField of={applicationEditor} name="signUp" />}
					</div>
				</div>
			</Section>
		</EditorForm>
	);
}

function Field(props: { name: keyof typeof applicationEditor.fields }) {
	return <EditorField of={applicationEditor} {...props} />;
}

/** Whether refresh tokens rotate, and how long they live where they do. Without scripts that can't follow what is chosen. */
function Rotation({ isKnown }: { isKnown: boolean }) {
	const { canWrite, isHydrated } = useEditing(applicationEditor);
	const { rotates } = useNow(applicationEditor).values;
	const { words, input } = applicationEditor.fields.rotates;
	if (!isKnown && !canWrite) return <ReadValue label={words.label}>Not known</ReadValue>;
	return (
		<>
			<EditorField
				of={applicationEditor}
				name="rotates"
				description={
					isKnown ? input.help : `${input.help} Whether they rotate now is not known: the tenant does not say.`
				}
			/>
			{rotates || (canWrite && !isHydrated) ? (
				<>
					<Field name="absoluteLifetime" />
					<Field name="idleLifetime" />
				</>
			) : null}
		</>
	);
}
