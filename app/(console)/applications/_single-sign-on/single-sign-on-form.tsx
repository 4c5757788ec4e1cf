"use client";

import type { ReactNode } from "react";
import { SigningCertificateField } from "@/app/_certificates/certificate-field";
import { EditorField, useField } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { FillPanel } from "@/app/_editor/fill-panel";
import { Section } from "@/components/ui/section";
import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { protocolLabels } from "../_edit/protocol";
import { type SingleSignOnContent, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { IsEmbedded, MappingRows, NameIdentifierAdvice, Setting, Settings, Suggestions } from "./setting-fields";
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
				<ProtocolField />
				<FillPanel
					summary="Fill in from the application's metadata"
					label="Metadata of the service provider"
					button="Fill the form"
				/>
				<div className="of-federation grid gap-5">
					<Section {...formSections.assertion}>
						<Setting name="callbacks" />
						<div className="of-ws-federation">
							<Setting name="aliases" />
						</div>
						<Settings
							of={["audience", "issuer", "recipient", "destination", "lifetimeInSeconds", "authnContextClassRef"]}
						/>
						<Suggestions id="contexts-offered" of={CONTEXTS} />
					</Section>
					<Section {...formSections.subject}>
						<Setting name="nameIdentifierFormat" />
						<Suggestions id="formats-offered" of={FORMATS} />
						<Setting name="probes" />
						<MappingRows />
						<NameIdentifierAdvice />
						<Settings
							of={[
								"passthroughClaimsWithNoMapping",
								"mapUnknownClaimsAsIs",
								"createUpnClaim",
								"mapIdentities",
								"typedAttributes",
								"includeAttributeNameFormat",
							]}
						/>
					</Section>
					<Section {...formSections.signatures}>
						<Settings of={["signatureAlgorithm", "digestAlgorithm", "signResponse"]} />
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
							<Settings of={["singleLogout", "logoutCallback", "binding"]} />
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

/** The style sheet shows the settings of the chosen one, with scripts and without. Both are offered where they are stored. */
function ProtocolField() {
	const { value, isDisabled } = useField(singleSignOnEditor, "protocol");
	const offered = Object.entries(protocolLabels).filter(([each]) => each !== "both" || value === "both");
	return (
		<div className="protocol">
			<EditorField of={singleSignOnEditor} name="protocol" options={offered} />
			{isDisabled ? (
				<select hidden>
					<option value={value} />
				</select>
			) : null}
		</div>
	);
}
