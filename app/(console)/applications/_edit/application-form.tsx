"use client";

import { EditorField, KeptField, useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { FieldError } from "@/components/ui/field";
import { ReadValue } from "@/components/ui/read-value";
import { Section } from "@/components/ui/section";
import { SwitchFields } from "@/components/ui/switch-field";
import { GRANT_TYPES } from "@/lib/contract/client/client-limits";
import { atStart } from "@/lib/dashboard/change-in-words";
import { grantLabel } from "@/lib/dashboard/management/applications/application-labels";
import { updateApplicationAction } from "./application-actions";
import { type ApplicationContent, applicationEditor } from "./application-editor";
import { formSections } from "./application-form-sections";

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

type GrantHelp = { help: string; warning?: string };

const RISKY = "RFC 9700 advises against it.";

const grantHelp: Record<(typeof GRANT_TYPES)[number], GrantHelp> = {
	authorization_code: { help: "Users sign in through the browser; the application gets a code for tokens." },
	refresh_token: { help: "New access tokens without signing in again." },
	client_credentials: { help: "The application signs in as itself, without users." },
	implicit: {
		help: "Tokens come in the browser's location bar.",
		warning: `History and scripts can read them there. ${RISKY}`,
	},
	password: {
		help: "The application asks for the user's password itself.",
		warning: `It sees every password, and there is no second factor. ${RISKY}`,
	},
	"http://auth0.com/oauth/grant-type/password-realm": {
		help: "The same, for the accounts of one realm.",
		warning: `It sees every password, and there is no second factor. ${RISKY}`,
	},
	"http://auth0.com/oauth/grant-type/passwordless/otp": { help: "A code by e-mail or SMS in place of a password." },
};

const noHelp: GrantHelp = { help: "This console does not know it, and keeps it as it is." };

function helpOf(grant: string): GrantHelp {
	return Object.hasOwn(grantHelp, grant) ? grantHelp[grant as keyof typeof grantHelp] : noHelp;
}

/** Switches for grant types; those that an application has and the console does not know stay selectable. */
function GrantFields() {
	const { name, label, value, stored = [], error, isDisabled, onChange } = useField(applicationEditor, "grants");
	const all = [...new Set<string>([...GRANT_TYPES, ...stored])];
	if (isDisabled) {
		const lines = value.map((grant) => [atStart(grantLabel(grant)), helpOf(grant).warning].filter(Boolean).join(". "));
		return (
			<ReadValue id={name} label="May be used">
				{lines.join("\n")}
			</ReadValue>
		);
	}
	return (
		<fieldset
			id={name}
			tabIndex={-1}
			className="grid items-start gap-x-6 gap-y-3 xl:grid-cols-2"
			aria-describedby={error && `${name}-error`}
		>
			<legend className="sr-only">{label}</legend>
			<SwitchFields
				name={name}
				options={all.map((grant) => ({ value: grant, label: grantLabel(grant), ...helpOf(grant) }))}
				on={value}
				onChange={onChange}
			/>
			<FieldError id={name} error={error} />
		</fieldset>
	);
}
