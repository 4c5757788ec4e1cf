"use client";

import { type ReactNode, useEffect, useState } from "react";
import { SigningCertificateField } from "@/app/_certificates/signing-certificate-field";
import { HistoryList } from "@/app/_editor/history-list";
import type { PastChange } from "@/app/_editor/past-change";
import { rememberPage, seenSince } from "@/app/_editor/seen";
import { EditFrame } from "@/app/_forms/edit-frame";
import { FillPanel } from "@/app/_forms/fill-panel";
import { linesOf } from "@/app/_forms/lines-of";
import { SaveBar } from "@/app/_forms/save-bar";
import { SaveProblems } from "@/app/_forms/save-problems";
import { shownFaults } from "@/app/_forms/shown-faults";
import { useSaveKey } from "@/app/_forms/use-save-key";
import { useUnsavedGuard } from "@/app/_forms/use-unsaved-guard";
import { PageLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";
import { textSettings } from "../edit/setting-catalogue";
import { toldChanges } from "../edit/single-sign-on-changes";
import { type SingleSignOnContent, wantedContent } from "../edit/single-sign-on-content";
import { steps } from "../edit/single-sign-on-edit";
import { singleSignOnFaults } from "../edit/single-sign-on-faults";
import type { SingleSignOnSave } from "../edit/single-sign-on-form-state";
import { ErrorSummary } from "./error-summary";
import { LineField } from "./line-fields";
import { MappingRows } from "./mapping-rows";
import { ProtocolField } from "./protocol-field";
import { ChoiceSettingField, SwitchSettingField, TextSettingField } from "./setting-fields";
import { SingleSignOnConflict } from "./single-sign-on-conflict";
import { useSingleSignOnForm } from "./use-single-sign-on-form";

type SingleSignOnFormProps = {
	id: string;
	/** What the service held when the page was made. */
	opened: SingleSignOnContent;
	canWrite: boolean;
	/** What the stored certificate is. */
	certificateFacts: ReactNode;
	history: PastChange[];
	/** When the page was made, ISO 8601 UTC. */
	madeAt: string;
	/** Where its reader lives, as IANA names it. */
	timeZone: string;
};

/**
 * How people sign in to an application by SAML or WS-Federation, drawn by the server and live in the browser. It is a
 * native form as well, which posts its controls to the same action while, and where, no scripts run.
 */
export function SingleSignOnForm(props: SingleSignOnFormProps) {
	const { id, canWrite, madeAt } = props;
	const key = `single sign-on of ${id}`;
	const [known] = useState(() => seenSince<SingleSignOnSave>(key, madeAt));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const form = useSingleSignOnForm(id, key, known?.after ?? props.opened, canWrite);
	const { edit, opened, values, answer, answered, wasRefused, isLive, isPending, change } = form;
	useSaveKey(form.formRef);
	const changes = toldChanges(opened, wantedContent(opened, values));
	useUnsavedGuard(changes.length > 0 && canWrite && !isPending);
	const faults = shownFaults(values, { wasRefused, faults: answer.faults, answered }, () =>
		singleSignOnFaults(opened, values),
	);
	const undecided = (wasRefused || answer.isUndecided === true) && steps.isUndecided(edit, values);
	const latest = answer.saved ?? known;
	const fields = { values, faults, change, isDisabled: !canWrite };
	const callbacks = linesOf(values.callbacks);

	return (
		<EditFrame
			{...{ form, canWrite }}
			className="single-sign-on"
			summary={
				<>
					<ErrorSummary faults={faults} isUndecided={undecided} />
					<SaveProblems problem={answer.problem} differing={answer.saved?.differing} />
				</>
			}
		>
			<input type="hidden" name="callbacks" value={values.callbacks} />
			{edit.conflict ? (
				<SingleSignOnConflict ref={form.conflictRef} conflict={edit.conflict} choose={form.choose} values={values} />
			) : null}
			<ProtocolField {...fields} />
			{canWrite ? (
				<FillPanel
					summary="Fill in from the application's metadata"
					label="Metadata of the service provider"
					button="Fill the form"
					outcome={answer.fill}
					onFill={(metadata) => form.ask({ intent: "fill", metadata })}
				/>
			) : null}
			<div className="of-federation grid gap-5">
				<Section title="The answer">
					<CallbackList id={id} callbacks={callbacks} fault={faults.callbacks} />
					<div className="of-ws-federation">
						<LineField list="aliases" {...fields} />
					</div>
					<div className="grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
						<TextSettingField name="audience" {...fields} />
						<TextSettingField name="issuer" {...fields} />
						<TextSettingField name="recipient" {...fields} />
						<TextSettingField name="destination" {...fields} />
						<TextSettingField name="lifetimeInSeconds" {...fields} />
						<TextSettingField name="authnContextClassRef" {...fields} />
					</div>
				</Section>
				<Section title="The person">
					<TextSettingField name="nameIdentifierFormat" {...fields} />
					<LineField list="probes" {...fields} />
					<MappingRows {...fields} isLive={isLive} />
					<div className="grid gap-2">
						<SwitchSettingField name="passthroughClaimsWithNoMapping" {...fields} />
						<SwitchSettingField name="mapUnknownClaimsAsIs" {...fields} />
						<SwitchSettingField name="createUpnClaim" {...fields} />
						<SwitchSettingField name="mapIdentities" {...fields} />
						<SwitchSettingField name="typedAttributes" {...fields} />
						<SwitchSettingField name="includeAttributeNameFormat" {...fields} />
					</div>
				</Section>
				<Section title="Signatures">
					<div className="grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
						<ChoiceSettingField name="signatureAlgorithm" stored={opened.signatureAlgorithm} {...fields} />
						<ChoiceSettingField name="digestAlgorithm" stored={opened.digestAlgorithm} {...fields} />
					</div>
					<SwitchSettingField name="signResponse" {...fields} />
					<div className="of-saml">
						<SigningCertificateField
							label={textSettings.signingCert.label}
							description={textSettings.signingCert.help}
							text={values.signingCert}
							error={faults.signingCert}
							isDisabled={!canWrite}
							onChange={(signingCert) => change({ signingCert })}
							address="/applications/certificate"
							stored={props.opened.signingCert}
							storedFacts={props.certificateFacts}
							wasWithheld={answer.isKeyWithheld === true}
						/>
					</div>
				</Section>
				<div className="of-saml">
					<Section title="Logout">
						<SwitchSettingField name="singleLogout" {...fields} />
						<div className="grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
							<TextSettingField name="logoutCallback" {...fields} />
							<ChoiceSettingField name="binding" stored={opened.binding} {...fields} />
						</div>
					</Section>
				</div>
			</div>
			<HistoryList
				id={id}
				changes={latest?.history ?? props.history}
				clock={{ now: new Date(latest?.at ?? madeAt), timeZone: props.timeZone }}
			/>
			{canWrite ? <SaveBar {...{ changes, answer, isLive, isPending }} onUndo={form.undo} /> : null}
		</EditFrame>
	);
}

type CallbackListProps = { id: string; callbacks: readonly string[]; fault: string | undefined };

/** Where answers may go: set on the application's page. */
function CallbackList({ id, callbacks, fault }: CallbackListProps) {
	return (
		<div id="callbacks" tabIndex={-1} className="grid gap-1.5 text-sm">
			<p className="font-medium">Callback URLs</p>
			{callbacks.length === 0 ? (
				<p className="text-warning">None yet: nobody can be sent to the application.</p>
			) : (
				<ul className="grid gap-1">
					{callbacks.map((address, index) => (
						<li key={address}>
							<code className="text-xs [overflow-wrap:anywhere]">{address}</code>
							{index === 0 && callbacks.length > 1 ? (
								<span className="text-xs text-muted"> (the usual one)</span>
							) : null}
						</li>
					))}
				</ul>
			)}
			<p className="text-xs text-muted">
				Answers go to one of these and nowhere else. They are set on{" "}
				<PageLink href={`/applications/${encodeURIComponent(id)}`} className="text-accent underline">
					the application's page
				</PageLink>
				.
			</p>
			{fault ? <p className="text-sm font-medium text-danger">{fault}</p> : null}
		</div>
	);
}
