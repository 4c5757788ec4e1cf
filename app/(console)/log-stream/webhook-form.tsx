"use client";

import { EditorField, useField } from "@/app/_editor/editor-context";
import { EditorForm, type EditorPage } from "@/app/_editor/editor-form";
import { SaveBar } from "@/app/_editor/save-bar";
import { withoutSecrets } from "@/app/_forms/keep-input";
import { PageLink } from "@/components/layout/links";
import { FieldError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { SwitchFields } from "@/components/ui/switch-field";
import { eventKinds, kindLabel } from "@/lib/dashboard/log-stream/event-types";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { addWebhookAction, type NewWebhookState, updateWebhookAction } from "./log-stream-actions";
import { newWebhook, type WebhookContent, webhookEditor } from "./log-stream-editors";
import { ShownSecret } from "./new-secret";

const addWithoutSecrets = withoutSecrets<NewWebhookState>(addWebhookAction, { kind: "idle" });

type WebhookFormProps = EditorPage & {
	/** Empty for a new one. */
	id: string;
	/** Null for a new one. */
	baseline: WebhookContent | null;
	/** There can't be a new one. */
	isFull?: boolean;
};

/** The form of a webhook, new or stored; of a new one afterwards its secret, once. */
export function WebhookForm({ isFull = false, ...page }: WebhookFormProps) {
	const isNew = page.baseline === null;
	const { help } = webhookEditor.fields.url.input;
	return (
		<EditorForm
			{...page}
			editor={webhookEditor}
			idField="webhookId"
			start={newWebhook}
			action={isNew ? addWithoutSecrets : updateWebhookAction}
			done={(state: NewWebhookState) => {
				if (state.kind !== "settled")
					return isFull ? (
						<p className="text-sm text-muted">There is no room for another webhook. Remove one first.</p>
					) : null;
				const { id, secret } = state.made;
				return (
					<ShownSecret title="Webhook added" what="secret" secret={secret} reader="the receiver">
						<PageLink href={pageOf("webhook", id)} className="font-medium text-accent underline">
							Open the webhook
						</PageLink>{" "}
						to send a test event.
					</ShownSecret>
				);
			}}
			bar={<SaveBar {...(isNew && { submitLabel: "Add webhook" })} />}
		>
			<Section title={isNew ? "New webhook" : "Settings"}>
				<div className="grid max-w-2xl gap-4">
					<EditorField of={webhookEditor} name="name" />
					<EditorField
						of={webhookEditor}
						name="url"
						description={isNew ? help : `${help} The secret stays the same, and what waits goes to the new URL.`}
					/>
					<Kinds />
				</div>
			</Section>
		</EditorForm>
	);
}

const offered = eventKinds.map((kind) => ({ value: kind, label: kindLabel(kind), help: "" }));

function Kinds() {
	const { name, label, value, error, onChange } = useField(webhookEditor, "kinds");
	return (
		<fieldset
			id={name}
			tabIndex={-1}
			className="grid gap-1 text-sm"
			aria-describedby={error ? `${name}-error` : undefined}
		>
			<legend className="mb-1 font-medium">{label}</legend>
			<FieldError id={name} error={error} />
			<div className="grid gap-x-6 sm:grid-cols-2">
				<SwitchFields name={name} options={offered} on={value} onChange={onChange} />
			</div>
		</fieldset>
	);
}
