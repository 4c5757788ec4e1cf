"use client";

import type { ReactNode } from "react";
import { useField } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { FillPanel } from "@/app/_editor/fill-panel";
import { linesOf } from "@/app/_editor/kinds/lines";
import { SigningCertificateField } from "@/app/_editor/signing-certificate-field";
import { PageLink } from "@/components/layout/links";
import { FieldError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { type SingleSignOnContent, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { MappingRows } from "./mapping-rows";
import { ProtocolField } from "./protocol-field";
import { IsEmbedded, Setting, Suggestions } from "./setting-fields";
import { singleSignOnAction } from "./single-sign-on-actions";
import { formSections, singleSignOnState } from "./single-sign-on-state";

type SingleSignOnFormProps = EditorPage & {
	id: string;
	baseline: SingleSignOnContent;
	/** Facts of the stored certificate. */
	certificateFacts: ReactNode;
	/** The embedded service is the tenant. */
	isEmbedded: boolean;
};

/** The form of how people sign in to an application by SAML or WS-Federation. */
export function SingleSignOnForm({ certificateFacts, isEmbedded, ...page }: SingleSignOnFormProps) {
	return (
		<IsEmbedded value={isEmbedded}>
			<EditorForm
				{...page}
				editor={singleSignOnEditor}
				idField="applicationId"
				action={singleSignOnAction}
				draftInWords={(values) => singleSignOnState(singleSignOnEditor.contentOf(values, null))}
			>
				<Section {...formSections.protocol}>
					<ProtocolField />
				</Section>
				<FillPanel
					summary="Fill in from the application's metadata"
					label="Metadata of the service provider"
					button="Fill the form"
				/>
				<div className="of-federation grid gap-5">
					<Section {...formSections.response}>
						<CallbackList id={page.id} />
						<div className="of-ws-federation">
							<Setting name="aliases" />
						</div>
						<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
							<Setting name="audience" />
							<Setting name="issuer" />
							<Setting name="recipient" />
							<Setting name="destination" />
							<Setting name="lifetimeInSeconds" />
							<Setting name="authnContextClassRef" />
						</div>
						<Suggestions id="contexts-offered" of={CONTEXTS} />
					</Section>
					<Section {...formSections.person}>
						<Setting name="nameIdentifierFormat" />
						<Suggestions id="formats-offered" of={FORMATS} />
						<Setting name="probes" />
						<MappingRows />
						<div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
							<Setting name="passthroughClaimsWithNoMapping" />
							<Setting name="mapUnknownClaimsAsIs" />
							<Setting name="createUpnClaim" />
							<Setting name="mapIdentities" />
							<Setting name="typedAttributes" />
							<Setting name="includeAttributeNameFormat" />
						</div>
					</Section>
					<Section {...formSections.signatures}>
						<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
							<Setting name="signatureAlgorithm" />
							<Setting name="digestAlgorithm" />
						</div>
						<Setting name="signResponse" />
						<div className="of-saml">
							<SigningCertificateField
								of="application"
								stored={page.baseline.signingCert}
								storedFacts={certificateFacts}
							/>
						</div>
					</Section>
					<div className="of-saml">
						<Section {...formSections.logout}>
							<Setting name="singleLogout" />
							<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
								<Setting name="logoutCallback" />
								<Setting name="binding" />
							</div>
						</Section>
					</div>
				</div>
			</EditorForm>
		</IsEmbedded>
	);
}

const FORMATS = [NAME_FORMATS.unspecified, NAME_FORMATS.emailAddress, NAME_FORMATS.persistent, NAME_FORMATS.transient];

const CONTEXTS = ["unspecified", "Password", "PasswordProtectedTransport"].map(
	(name) => `urn:oasis:names:tc:SAML:2.0:ac:classes:${name}`,
);

/** Where responses may be sent: set on the application's page, but metadata may fill one in. */
function CallbackList({ id }: { id: string }) {
	const { name, label, value, fault } = useField(singleSignOnEditor, "callbacks");
	const callbacks = linesOf(value);
	return (
		<fieldset
			id={name}
			tabIndex={-1}
			className="grid gap-1.5 text-sm"
			aria-describedby={`${name}-help${fault ? ` ${name}-error` : ""}`}
		>
			<legend className="mb-1.5 font-medium">{label}</legend>
			<input type="hidden" name={name} value={value} />
			{callbacks.length === 0 ? (
				<p className="text-warning">None yet: nobody can be sent to the application.</p>
			) : (
				<ul className="grid gap-1">
					{callbacks.map((address, index) => (
						<li key={address}>
							<code className="text-xs">{address}</code>
							{index === 0 && callbacks.length > 1 ? (
								<span className="text-xs text-muted"> (the usual one)</span>
							) : null}
						</li>
					))}
				</ul>
			)}
			<p id={`${name}-help`} className="text-xs text-muted">
				Answers go to one of these and nowhere else. They are set on{" "}
				<PageLink href={`/applications/${encodeURIComponent(id)}`} className="text-accent underline">
					the application's page
				</PageLink>
				.
			</p>
			<FieldError id={name} error={fault} />
		</fieldset>
	);
}
