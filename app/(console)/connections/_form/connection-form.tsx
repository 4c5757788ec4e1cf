"use client";

import { type ReactNode, useEffect, useState } from "react";
import { SigningCertificateField } from "@/app/_certificates/signing-certificate-field";
import { HistoryList } from "@/app/_editor/history-list";
import type { PastChange } from "@/app/_editor/past-change";
import { rememberPage, seenSince } from "@/app/_editor/seen";
import { EditFrame } from "@/app/_forms/edit-frame";
import { FillPanel } from "@/app/_forms/fill-panel";
import { SaveBar } from "@/app/_forms/save-bar";
import { SaveProblems } from "@/app/_forms/save-problems";
import { shownFaults } from "@/app/_forms/shown-faults";
import { SAVE_BUTTON_ID } from "@/app/_forms/use-edit-form";
import { useSaveKey } from "@/app/_forms/use-save-key";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import type { SignInApplication } from "@/lib/dashboard/management/connections/sign-in-applications";
import { fieldLabel, nameOf, toldChanges } from "../_edit/connection-changes";
import { type ConnectionContent, wantedContent } from "../_edit/connection-content";
import { steps } from "../_edit/connection-edit";
import { connectionFaults } from "../_edit/connection-faults";
import type { ConnectionSave } from "../_edit/connection-form-state";
import { textLabels } from "../_edit/option-catalogue";
import { ApplicationFields } from "./application-fields";
import { ConnectionConflict } from "./connection-conflict";
import { ErrorSummary } from "./error-summary";
import { MappingFields } from "./mapping-fields";
import { ChoiceOption, SwitchOption, TextOption } from "./option-fields";
import { ProviderInitiatedFields } from "./provider-initiated-fields";
import { TurnOff } from "./turn-off";
import { UnsavedEdits } from "./unsaved-edits";
import { useConnectionForm } from "./use-connection-form";

type ConnectionFormProps = {
	/** Empty for a connection that is yet to be created. */
	id: string;
	/** What the service held when the page was made. */
	opened: ConnectionContent;
	canWrite: boolean;
	/** Who is signed in: drafts are kept apart by it. */
	subject: string;
	/** This page is where a creation has led. */
	isCreated: boolean;
	applications: SignInApplication[] | null;
	/** What the stored certificates are. */
	certificateFacts: ReactNode;
	/** What this tenant calls itself towards the provider where nothing else is set. */
	usualEntityId: string;
	history: PastChange[];
	/** When the page was made, ISO 8601 UTC. */
	madeAt: string;
	/** Where its reader lives, as IANA names it. */
	timeZone: string;
};

/**
 * A connection to an outside identity provider, new or stored, drawn by the server and live in the browser. It is a native
 * form as well, which posts its controls to the same action while, and where, no scripts run.
 */
export function ConnectionForm(props: ConnectionFormProps) {
	const { id, canWrite, subject, madeAt, applications, isCreated } = props;
	const isNew = id === "";
	const [known] = useState(() => seenSince<ConnectionSave>(id, madeAt));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const form = useConnectionForm(id, known?.after ?? props.opened, canWrite);
	const { edit, opened, values, answer, answered, wasRefused, isLive, isPending, change } = form;
	useSaveKey(form.formRef);
	const names = new Map((applications ?? []).map((application) => [application.id, application.name]));
	const changes = toldChanges(opened, wantedContent(opened, values), names);
	const faults = shownFaults(values, { wasRefused, faults: answer.faults, answered }, () =>
		connectionFaults(opened, values),
	);
	const undecided = (wasRefused || answer.isUndecided === true) && steps.isUndecided(edit, values);
	const isDirty = changes.length > 0;
	const latest = answer.saved ?? known;
	const fields = { values, faults, change, isDisabled: !canWrite };

	return (
		<EditFrame
			{...{ form, canWrite }}
			className="connection"
			summary={
				<>
					<ErrorSummary faults={faults} isUndecided={undecided} />
					<SaveProblems
						problem={answer.problem}
						differing={(answer.saved?.differing ?? []).map((field) => fieldLabel(field, names))}
					/>
					<UnsavedEdits
						{...{ id, subject, canWrite, isCreated, isDirty, isPending }}
						current={{ values, opened }}
						onRestore={(draft) => form.take(steps.onDraft(opened, draft))}
					/>
				</>
			}
		>
			{edit.conflict ? (
				<ConnectionConflict
					ref={form.conflictRef}
					conflict={edit.conflict}
					{...{ names, values }}
					choose={form.choose}
				/>
			) : null}
			{canWrite && !isNew && opened.clients.length > 0 ? (
				<TurnOff applications={opened.clients.map((client) => nameOf(client, names))} onTurnOff={form.turnOff} />
			) : null}
			{canWrite ? (
				<FillPanel
					summary="Fill in from the provider's metadata"
					label="Metadata of the identity provider"
					button="Fill in from the metadata"
					isOpen={isNew}
					outcome={answer.fill}
					onFill={(metadata) => form.ask({ intent: "fill", metadata })}
				/>
			) : null}
			<Section title="The provider">
				<div className="grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
					<TextOption
						name="name"
						{...fields}
						required={isNew}
						isFixed={!isNew}
						description={
							isNew
								? "Letters, digits and hyphens. It stands in addresses and in the identifiers of the people, so it can't be changed later."
								: "It stays: it stands in addresses and in the identifiers of the people."
						}
					/>
					<TextOption
						name="displayName"
						{...fields}
						description="People read it on the button: “Continue with …”. Empty: the name."
					/>
				</div>
				<TextOption
					name="issuer"
					{...fields}
					description="What the provider calls itself (Issuer). Answers of anybody else are refused."
				/>
				<div className="grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
					<TextOption name="signInEndpoint" {...fields} required description="Where the browser is sent to sign in." />
					<ChoiceOption
						name="protocolBinding"
						{...fields}
						stored={opened.protocolBinding}
						description="How requests get to the sign-in address."
					/>
					<TextOption
						name="signOutEndpoint"
						{...fields}
						description="Where the session at the provider is ended. Empty: people stay signed in there, and are told so."
					/>
					<ChoiceOption
						name="signOutBinding"
						{...fields}
						stored={opened.signOutBinding}
						description="How messages of a sign-out get to the provider."
					/>
					<TextOption
						name="signOutResponseEndpoint"
						{...fields}
						description="Where the provider takes answers to the sign-outs that it begins. Empty: the sign-out address."
					/>
				</div>
				<SwitchOption name="isQuietSignOut" {...fields} help="Signing out then ends the session here alone." />
				<SigningCertificateField
					label={textLabels.signingCert}
					description="What the provider signs its answers with, in PEM, one below the other where there are several. Only answers that one of them proves are believed."
					text={values.signingCert}
					error={faults.signingCert}
					isDisabled={!canWrite}
					onChange={(signingCert) => change({ signingCert })}
					rows={5}
					address="/connections/certificate"
					stored={props.opened.signingCert}
					storedFacts={props.certificateFacts}
					wasWithheld={answer.isKeyWithheld === true}
				/>
			</Section>
			<Section title="Who may use it">
				<ApplicationFields {...fields} {...{ applications, isLive }} stored={opened.clients} />
				<SwitchOption
					name="isShown"
					{...fields}
					help="Off: people come to the provider only where an application asks for this connection by its name."
				/>
			</Section>
			<Section title="The people">
				<div className="grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
					<ChoiceOption
						name="nameIdentifierFormat"
						{...fields}
						stored={opened.nameIdentifierFormat}
						description="The kind of name identifier that requests ask the provider for. With a transient one a user ID attribute is needed."
					/>
					<TextOption
						name="userIdAttribute"
						{...fields}
						description="The attribute that tells people apart, for good. Empty: the name identifier. Changed later, everybody becomes somebody new."
					/>
				</div>
				<MappingFields {...fields} />
			</Section>
			<Section title="Sign-ins that begin at the provider">
				<ProviderInitiatedFields {...fields} applications={applications ?? []} stored={opened} isLive={isLive} />
			</Section>
			<Section title="This tenant">
				<TextOption
					name="entityId"
					{...fields}
					placeholder={props.usualEntityId}
					description={`What this tenant calls itself towards the provider. Empty: ${props.usualEntityId}`}
				/>
			</Section>
			{isNew ? null : (
				<HistoryList
					id={id}
					changes={latest?.history ?? props.history}
					clock={{ now: new Date(latest?.at ?? madeAt), timeZone: props.timeZone }}
				/>
			)}
			{canWrite && !isNew ? <SaveBar {...{ changes, answer, isLive, isPending }} onUndo={form.undo} /> : null}
			{canWrite && isNew ? (
				<div className="flex flex-wrap items-center gap-3">
					<Button id={SAVE_BUTTON_ID} variant="primary" aria-disabled={isPending}>
						Create connection
					</Button>
					<p role="status" className="text-sm text-muted">
						{isPending ? "Sending…" : ""}
					</p>
				</div>
			) : null}
		</EditFrame>
	);
}
