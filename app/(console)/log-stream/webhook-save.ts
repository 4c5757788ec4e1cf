import "server-only";
import { editorSave } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import { refusalOfLiteral } from "@/lib/dashboard/log-stream/send-webhook";
import { changeWebhook } from "@/lib/dashboard/log-stream/webhook-writes";
import { getWebhook } from "@/lib/dashboard/log-stream/webhooks";
import { resources } from "@/lib/dashboard/resources/resources";
import { webhookEditor } from "./log-stream-editors";

/** The checks before a webhook is added or changed. */
export const webhookChecks = {
	editor: webhookEditor,
	idField: resources.webhook.idField,
	subject: "webhook" as const,
	/** An address in place of a name that the operator does not allow. A name is looked up when something is sent. */
	refuse({ baseline, values }: SubmittedEdit<typeof webhookEditor.fields>) {
		const { url } = webhookEditor.contentOf(values, baseline);
		const refusal = url === baseline?.url || !URL.canParse(url) ? null : refusalOfLiteral(new URL(url));
		return refusal === null ? null : { url: refusal };
	},
};

/**
 * Saves what was changed of a webhook, in the console's own store. A receiver may move: its address can be changed, and what
 * waits is sent to the new one, signed by the same secret, which it has to be given. The page has a further secret for a
 * receiver that is another one.
 */
export const webhookSave = editorSave({
	...webhookChecks,
	read: getWebhook,
	async write({ id }, body) {
		await changeWebhook(id, body);
		return getWebhook(id);
	},
	isPageNew: () => true,
});
