"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { isAccepted } from "@/lib/dashboard/log-stream/deliver";
import { sendAgain, sendTestEvent } from "@/lib/dashboard/log-stream/deliveries";
import { addressFault, chosenKinds, nameFault } from "@/lib/dashboard/log-stream/webhook-fields";
import {
	addSecret,
	addWebhook,
	pauseWebhook,
	removeOldSecret,
	removeWebhook,
	resumeWebhook,
	setKinds,
} from "@/lib/dashboard/log-stream/webhook-writes";
import { findWebhook, WEBHOOKS_MAX } from "@/lib/dashboard/log-stream/webhooks";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { setFlash } from "@/lib/dashboard/request/flash";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { type NewSecretState, type NewWebhookState, noKinds, type StreamState, webhookGone } from "./webhook-state";
import { resultInWords } from "./webhook-words";

const PATH = resources.webhook.path;

/** Adds a webhook; its secret is in this result alone. */
export async function addWebhookAction(_: NewWebhookState, form: FormData): Promise<NewWebhookState> {
	const sent = sentForm(form);
	const [name = "", url = ""] = ["name", "url"].map((field) => String(sent.get(field) ?? "").trim());
	const kinds = chosenKinds(sent.getAll("kind"));
	const values = { name, url, kinds };
	try {
		await requireActionPermission("setLogStream");
		const faults = Object.entries({
			...{ name: nameFault(name), url: addressFault(url), kinds: kinds.length === 0 ? noKinds : null },
		}).filter(([, fault]) => fault !== null);
		if (faults.length > 0) return { values, faults: Object.fromEntries(faults) };
		const shown = await addWebhook({ name, url: new URL(url).href, kinds });
		if (!shown)
			return { values, problem: { title: "Nothing was added", message: `There are ${WEBHOOKS_MAX} already.` } };
		revalidatePath(PATH, "layout");
		return { shown };
	} catch (error) {
		return { values, problem: problemOf(error, "webhook") };
	}
}

/** Adds a second secret, or the first after it was lost; it is in this result alone. */
export async function addSecretAction(_: NewSecretState, form: FormData): Promise<NewSecretState> {
	try {
		await requireActionPermission("setLogStream");
		const id = webhookIn(form);
		if ((await findWebhook(id))?.hasOldSecret) return { problem: twoSecrets };
		const secret = await addSecret(id);
		if (!secret) return { problem: webhookGone };
		revalidatePath(PATH, "layout");
		return { secret };
	} catch (error) {
		return { problem: problemOf(error, "webhook") };
	}
}

const twoSecrets: Problem = { title: "Nothing was added", message: "There are two secrets. Remove the old one first." };

export async function setKindsAction(_: StreamState, form: FormData): Promise<StreamState> {
	const kinds = chosenKinds(sentForm(form).getAll("kind"));
	return onWebhook(form, async (id) => {
		if (kinds.length === 0) return { problem: { title: "Nothing was changed", message: noKinds } };
		return (await setKinds(id, kinds)) && { done: "Saved." };
	});
}

export async function pauseWebhookAction(_: StreamState, form: FormData): Promise<StreamState> {
	const isPaused = sentForm(form).get("paused") === "yes";
	return onWebhook(form, async (id) => {
		if (isPaused) return (await pauseWebhook(id)) && { done: "Paused. Events wait here." };
		return (await resumeWebhook(id)) && { done: "Resumed. What waited is sent now." };
	});
}

export async function sendTestAction(_: StreamState, form: FormData): Promise<StreamState> {
	return onWebhook(form, async (id) => {
		const result = await sendTestEvent(id);
		return result && { done: `Test event: ${resultInWords(result)}` };
	});
}

export async function sendAgainAction(_: StreamState, form: FormData): Promise<StreamState> {
	return onWebhook(form, async (id) => {
		const result = await sendAgain(id, String(sentForm(form).get("event")));
		if (result) return { done: isAccepted(result) ? "Accepted." : "Not accepted." };
		return { problem: { title: "Nothing was sent", message: "The event or its webhook no longer exists." } };
	});
}

export async function removeSecretAction(_: StreamState, form: FormData): Promise<StreamState> {
	const { problem } = await onWebhook(form, async (id) => (await removeOldSecret(id)) && {});
	if (problem) return { problem };
	const page = pageOf("webhook", webhookIn(form));
	await setFlash(page, "The old secret was removed.");
	redirect(page);
}

export async function removeWebhookAction(_: StreamState, form: FormData): Promise<StreamState> {
	const { problem } = await onWebhook(form, async (id) => (await removeWebhook(id)) && {});
	if (problem) return { problem };
	await setFlash(PATH, "The webhook was removed.");
	redirect(PATH);
}

function webhookIn(form: unknown): string {
	return String(sentForm(form).get("webhookId"));
}

/** @param change returns false or null where there is no such webhook */
async function onWebhook(
	form: unknown,
	change: (id: string) => Promise<StreamState | false | null>,
): Promise<StreamState> {
	try {
		await requireActionPermission("setLogStream");
		const result = await change(webhookIn(form));
		if (!result) return { problem: webhookGone };
		revalidatePath(PATH, "layout");
		return result;
	} catch (error) {
		return { problem: problemOf(error, "webhook") };
	}
}
