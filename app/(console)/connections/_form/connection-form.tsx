"use client";

import type { ReactNode } from "react";
import { SigningCertificateField } from "@/app/_certificates/certificate-field";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import type { EditorOptions } from "@/app/_editor/editor-reducer";
import { FillPanel } from "@/app/_editor/fill-panel";
import { SaveBar } from "@/app/_editor/save-bar";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { ReadValue } from "@/components/ui/read-value";
import { Section } from "@/components/ui/section";
import type { SignInApplication } from "@/lib/dashboard/management/identity-providers/read-connections";
import type { Access } from "../_edit/access";
import { createConnectionAction, updateConnectionAction } from "../_edit/connection-actions";
import { type ConnectionContent, connectionEditor, newConnection } from "../_edit/connection-editor";
import { ApplicationFields, ProviderInitiatedFields, TurnOff } from "./application-fields";
import { AccessField, Field } from "./connection-field";
import { MappingFields } from "./mapping-fields";
import type { partNotes as allPartNotes } from "./part-notes";
import { formSections } from "./provider-form-sections";

type ConnectionFormProps = EditorPage &
	Pick<EditorOptions<typeof connectionEditor.fields>, "edits" | "page"> & {
		/** Empty for a connection that is yet to be created. */
		id: string;
		/** The content stored when the page was rendered; null for a new connection. */
		baseline: ConnectionContent | null;
		/** Null where the tenant does not let this console list them. */
		applications: SignInApplication[] | null;
		/** Why these parts can't be read or changed, a sentence or two. */
		partNotes: Partial<ReturnType<typeof allPartNotes>>;
		/** What is known of it and can be changed. */
		access: Access;
		/** Facts of the stored certificates. */
		certificateFacts?: ReactNode;
		/** The tenant's entity ID for the provider where none is set. */
		defaultEntityId: string;
	};

const PAIRS = "empty:hidden grid items-start gap-x-6 gap-y-4 sm:grid-cols-2";

/** A connection to an outside identity provider, new or stored. */
export function ConnectionForm(props: ConnectionFormProps) {
	const { id, baseline, access, canWrite, applications, partNotes, certificateFacts, defaultEntityId } = props;
	const isNew = id === "";
	const isChangeable = Object.values(access).includes("edited");
	return (
		<EditorForm
			{...props}
			canWrite={canWrite && isChangeable}
			editor={connectionEditor}
			idField="connectionId"
			start={{ ...newConnection, access }}
			action={isNew ? createConnectionAction : updateConnectionAction}
			known={new Map((applications ?? []).map((application) => [application.id, application.name]))}
			draftInWords={({ name, displayName, issuer }) => {
				const label = displayName || name || issuer;
				return label ? `“${nameInWords(label)}”` : "Without a name";
			}}
			bar={<SaveBar {...(isNew && { submitLabel: "Create identity provider" })} />}
		>
			<AccessField />
			{access.options === "edited" ? (
				<FillPanel
					summary="Fill in from the provider's metadata"
					label="Metadata of the identity provider"
					button="Fill in from the metadata"
					isOpen={isNew}
				/>
			) : null}
			{access.basics === "edited" ? (
				<Section {...formSections.provider}>
					<div className={PAIRS}>
						<Field name="name" required={isNew} readOnly={!isNew} />
						<Field name="displayName" />
					</div>
					<Note text={partNotes.options} />
					<Field name="issuer" />
					<div className={PAIRS}>
						<Field name="signInEndpoint" />
						<Field name="protocolBinding" />
						<Field name="signOutEndpoint" />
						<Field name="signOutBinding" />
						<Field name="signOutResponseEndpoint" />
						<Field name="nameIdentifierFormat" />
					</div>
					<Field name="isQuietSignOut" />
					{access.options === "edited" ? (
						<SigningCertificateField
							of="provider"
							stored={baseline?.signingCert ?? ""}
							storedFacts={certificateFacts}
						/>
					) : null}
					{access.options === "shown" ? (
						<ReadValue id="signingCert" label={connectionEditor.fields.signingCert.words.label}>
							{certificateFacts}
						</ReadValue>
					) : null}
				</Section>
			) : null}
			<Section {...formSections.applications} aside={canWrite && access.clients === "edited" ? <TurnOff /> : null}>
				<Note text={partNotes.applications} />
				<ApplicationFields applications={applications} note={partNotes.clients ?? null} />
				{access.basics === "edited" ? (
					<>
						<Note text={partNotes.button} />
						<Field name="isShown" />
					</>
				) : null}
			</Section>
			{access.options === "unread" ? null : (
				<>
					<Section {...formSections.users}>
						<Field name="userIdAttribute" />
						<MappingFields />
					</Section>
					<Section {...formSections.begun}>
						<ProviderInitiatedFields applications={applications ?? []} />
					</Section>
					<Section {...formSections.tenant}>
						<Field
							name="entityId"
							placeholder={defaultEntityId}
							description={`${connectionEditor.fields.entityId.input.help} Empty: ${defaultEntityId}`}
						/>
					</Section>
				</>
			)}
		</EditorForm>
	);
}

/** Why a part is missing or can't be changed. */
function Note({ text }: { text: string | null | undefined }) {
	return text ? (
		<Alert tone="info">
			<p>{text}</p>
		</Alert>
	) : null;
}
