"use server";

import { continueOn, renewPages } from "@/app/_fresh/after-write";
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
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { type NewSecretState, type NewWebhookState, noKinds, type StreamState, webhookGone } from "./webhook-state";
import { resultInWords } from "./webhook-words";

const PATH = resources.webhook.path;

/** Adds a webhook; its secret is in this result alone. */
export async function addWebhookAction(_: NewWebhookState, sent: FormData): Promise<NewWebhookState> {
	let values: NewWebhookState["values"];
	try {
		const { form } = await permittedForm("setLogStream", sent);
		const [name = "", url = ""] = ["name", "url"].map((field) => String(form.get(field) ?? "").trim());
		const kinds = chosenKinds(form.getAll("kind"));
		values = { name, url, kinds };
		const faults = Object.entries({
			...{ name: nameFault(name), url: addressFault(url), kinds: kinds.length === 0 ? noKinds : null },
		}).filter(([, fault]) => fault !== null);
		if (faults.length > 0) return { values, faults: Object.fromEntries(faults) };
		const shown = await addWebhook({ name, url: new URL(url).href, kinds });
		await renewPages();
		return { shown };
	} catch (error) {
		return { ...(values && { values }), problem: problemOf(error, "webhook") };
	}
}

/** Adds a second secret, or the first after it was lost; it is in this result alone. */
export async function addSecretAction(_: NewSecretState, sent: FormData): Promise<NewSecretState> {
	try {
		const { form } = await permittedForm("setLogStream", sent);
		const secret = await addSecret(webhookIn(form));
		if (!secret) return { problem: webhookGone };
		await renewPages();
		return { secret };
	} catch (error) {
		return { problem: problemOf(error, "webhook") };
	}
}

export async function setKindsAction(_: StreamState, sent: FormData): Promise<StreamState> {
	return onWebhook(sent, async (id, form) => {
		const kinds = chosenKinds(form.getAll("kind"));
		if (kinds.length === 0) return { problem: { title: "Nothing was changed", message: noKinds }, kinds };
		return (await setKinds(id, kinds)) && { done: "Saved." };
	});
}

export async function pauseWebhookAction(_: StreamState, sent: FormData): Promise<StreamState> {
	return onWebhook(sent, async (id, form) => {
		if (form.get("paused") === "yes") return (await pauseWebhook(id)) && { done: "Paused. Events wait here." };
		return (await resumeWebhook(id)) && { done: "Resumed. What waited is sent now." };
	});
}

export async function sendTestAction(_: StreamState, sent: FormData): Promise<StreamState> {
	return onWebhook(sent, async (id) => {
		const result = await sendTestEvent(id);
		return result && { done: `Test event: ${resultInWords(result)}` };
	});
}

export async function sendAgainAction(_: StreamState, sent: FormData): Promise<StreamState> {
	return onWebhook(sent, async (id, form) => {
		const result = await sendAgain(id, String(form.get("event")));
		if (result) return { done: isAccepted(result) ? "Accepted." : "Not accepted." };
		return { problem: { title: "Nothing was sent", message: "The event or its webhook no longer exists." } };
	});
}

export async function removeSecretAction(_: StreamState, sent: FormData): Promise<StreamState> {
	return onWebhook(sent, async (id) => {
		if (!(await removeOldSecret(id))) return null;
		return continueOn(pageOf("webhook", id), "The old secret was removed.");
	});
}

export async function removeWebhookAction(_: StreamState, sent: FormData): Promise<StreamState> {
	return onWebhook(sent, async (id) => {
		if (!(await removeWebhook(id))) return null;
		return continueOn(PATH, "The webhook was removed.");
	});
}

function webhookIn(form: FormData): string {
	return String(form.get("webhookId"));
}

/** @param change returns false or null where there is no such webhook */
async function onWebhook(
	sent: unknown,
	change: (id: string, form: FormData) => Promise<StreamState | false | null>,
): Promise<StreamState> {
	try {
		const { form } = await permittedForm("setLogStream", sent);
		const result = await change(webhookIn(form), form);
		if (!result) return { problem: webhookGone };
		await renewPages();
		return result;
	} catch (error) {
		return { problem: problemOf(error, "webhook") };
	}
}
