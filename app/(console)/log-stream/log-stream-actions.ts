"use server";

import { type EditState, formOf } from "@/app/_editor/edit-state";
import { createEdited } from "@/app/_editor/submitted-edit";
import type { FormResult } from "@/app/_forms/action-form";
import { continueOn, renewPages } from "@/app/_forms/after-write";
import { nameInWords } from "@/components/ui/invisible-characters";
import { isAccepted } from "@/lib/dashboard/log-stream/deliver";
import { sendAgain, sendTestEvent } from "@/lib/dashboard/log-stream/deliveries";
import {
	addSecret,
	addWebhook,
	type NewWebhook,
	pauseWebhook,
	removeOldSecret,
	removeWebhook,
	resumeWebhook,
} from "@/lib/dashboard/log-stream/webhook-writes";
import { getWebhook } from "@/lib/dashboard/log-stream/webhooks";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { webhookEditor } from "./log-stream-editors";
import { webhookChecks, webhookSave } from "./webhook-save";
import { resultInWords } from "./webhook-words";

/** Made: the webhook that was added, with its secret: in this result alone. */
export type NewWebhookState = EditState<typeof webhookEditor.fields, { id: string; secret: string }>;
/** `secret`: one that was just made, in this result alone. */
export type NewSecretState = FormResult & { secret?: string };

const { path } = resources.webhook;

export async function addWebhookAction(_: unknown, sent: FormData): Promise<NewWebhookState> {
	return createEdited(webhookChecks, sent, async (content, edit): Promise<NewWebhookState> => {
		const made = await addWebhook(content as NewWebhook);
		await renewPages();
		return { kind: "settled", made, ...formOf(edit) };
	});
}

export async function updateWebhookAction(_: unknown, sent: FormData) {
	return webhookSave.update(sent);
}

/** Adds a second secret, or the first after it was lost. */
export async function addSecretAction(_: NewSecretState, sent: FormData): Promise<NewSecretState> {
	return onWebhook(sent, async (id) => ({ secret: await addSecret(id) }));
}

export async function pauseWebhookAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onWebhook(sent, async (id, form) => {
		const isPaused = form.get("paused") === "yes";
		await (isPaused ? pauseWebhook(id) : resumeWebhook(id));
		return { done: isPaused ? "Paused. Events wait until you resume." : "Resumed. Waiting events are sent now." };
	});
}

export async function sendTestAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onWebhook(sent, async (id) => ({ done: `Test event: ${resultInWords(await sendTestEvent(id))}` }));
}

export async function sendAgainAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onWebhook(sent, async (id, form) => ({
		done: isAccepted(await sendAgain(id, String(form.get("event")))) ? "Accepted." : "Not accepted.",
	}));
}

export async function removeSecretAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onWebhook(sent, async (id) => {
		await removeOldSecret(id);
		return continueOn(pageOf("webhook", id), "Removed the old secret.");
	});
}

export async function removeWebhookAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onWebhook(sent, async (id) => {
		const { name } = await getWebhook(id);
		await removeWebhook(id);
		return continueOn(path, `Removed webhook “${nameInWords(name)}”. ${resources.webhook.stays}`);
	});
}

/** Does something with the webhook that a form names, for an editor. @returns the result, or why it was not done */
async function onWebhook<Result>(
	sent: unknown,
	act: (id: string, form: FormData) => Promise<Result>,
): Promise<Result | { problem: Problem }> {
	const { permission, idField } = resources.webhook;
	try {
		const { form } = await permittedForm(permission, sent);
		const result = await act(String(form.get(idField)), form);
		await renewPages();
		return result;
	} catch (error) {
		return { problem: problemOf(error, "webhook") };
	}
}
