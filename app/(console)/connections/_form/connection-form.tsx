"use client";

import type { ReactNode } from "react";
import { EditorField } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { FillPanel } from "@/app/_editor/fill-panel";
import { SaveBar } from "@/app/_editor/save-bar";
import { SigningCertificateField } from "@/app/_editor/signing-certificate-field";
import { Section } from "@/components/ui/section";
import type { SignInApplication } from "@/lib/dashboard/management/connections/read-connections";
import { createConnectionAction, updateConnectionAction } from "../_edit/connection-actions";
import {
	type ConnectionContent,
	type ConnectionValues,
	connectionEditor,
	newConnection,
} from "../_edit/connection-editor";
import { ApplicationFields } from "./application-fields";
import { MappingFields } from "./mapping-fields";
import { formSections } from "./provider-form-sections";
import { ProviderInitiatedFields } from "./provider-initiated-fields";
import { TurnOff } from "./turn-off";

type ConnectionFormProps = EditorPage & {
	/** Empty for a connection that is yet to be created. */
	id: string;
	/** The content stored when the page was rendered; null for a new connection. */
	baseline: ConnectionContent | null;
	/** Null where the tenant does not let this console list them. */
	applications: SignInApplication[] | null;
	/** Facts of the stored certificates. */
	certificateFacts: ReactNode;
	/** The tenant's entity ID for the provider where none is set. */
	usualEntityId: string;
};

const PAIRS = "grid items-start gap-x-6 gap-y-4 sm:grid-cols-2";

/** A connection to an outside identity provider, new or stored. */
export function ConnectionForm(props: ConnectionFormProps) {
	const { id, baseline, canWrite, applications, certificateFacts, usualEntityId } = props;
	const isNew = id === "";
	return (
		<EditorForm
			{...props}
			editor={connectionEditor}
			idField="connectionId"
			start={newConnection}
			action={isNew ? createConnectionAction : updateConnectionAction}
			known={new Map((applications ?? []).map((application) => [application.id, application.name]))}
			draftInWords={draftInWords}
			className="provider-form"
			bar={<SaveBar {...(isNew && { submitLabel: "Create identity provider" })} />}
		>
			<FillPanel
				summary="Fill in from the provider's metadata"
				label="Metadata of the identity provider"
				button="Fill in from the metadata"
				isOpen={isNew}
			/>
			<Section {...formSections.provider}>
				<div className={PAIRS}>
					<EditorField
						of={connectionEditor}
						name="name"
						required={isNew}
						readOnly={!isNew}
						{...(isNew ? {} : { help: "Part of addresses and user IDs: it can't be changed." })}
					/>
					<Field name="displayName" />
				</div>
				<Field name="issuer" />
				<div className={PAIRS}>
					<Field name="signInEndpoint" />
					<Field name="protocolBinding" />
					<Field name="signOutEndpoint" />
					<Field name="signOutBinding" />
					<Field name="signOutResponseEndpoint" />
				</div>
				<Field name="isQuietSignOut" />
				<SigningCertificateField
					rows={5}
					address="/connections/certificate"
					stored={baseline?.signingCert ?? ""}
					storedFacts={certificateFacts}
				/>
			</Section>
			<Section {...formSections.applications} aside={canWrite ? <TurnOff /> : null}>
				<ApplicationFields applications={applications} />
				<Field name="isShown" />
			</Section>
			<Section {...formSections.people}>
				<div className={PAIRS}>
					<Field name="nameIdentifierFormat" />
					<Field name="userIdAttribute" />
				</div>
				<MappingFields />
			</Section>
			<Section {...formSections.begun}>
				<ProviderInitiatedFields applications={applications ?? []} />
			</Section>
			<Section {...formSections.tenant}>
				<EditorField
					of={connectionEditor}
					name="entityId"
					placeholder={usualEntityId}
					help={`${connectionEditor.fields.entityId.help} Empty: ${usualEntityId}`}
				/>
			</Section>
		</EditorForm>
	);
}

function draftInWords({ name, displayName, issuer }: ConnectionValues): string {
	const label = displayName || name || issuer;
	return label ? `“${label}”` : "Without a name";
}

function Field(props: { name: keyof typeof connectionEditor.fields }) {
	return <EditorField of={connectionEditor} {...props} />;
}
