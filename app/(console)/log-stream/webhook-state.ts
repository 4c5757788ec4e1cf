import type { Problem } from "@/lib/dashboard/problem/problem";

/** The result of an action without a secret. `kinds`: those that were ticked, for the form without scripts. */
export type StreamState = { problem?: Problem; done?: string; kinds?: readonly string[] };

/** What was typed for a new webhook and its faults, or the secret: in this result alone. */
export type NewWebhookState = {
	problem?: Problem;
	values?: { name: string; url: string; kinds: readonly string[] };
	faults?: { name?: string; url?: string; kinds?: string };
	shown?: { id: string; secret: string };
};

/** A secret that was just made: in this result alone; or the name that was typed, for the form without scripts. */
export type NewSecretState = { problem?: Problem; secret?: string; name?: string };

export const webhookGone: Problem = {
	title: "This webhook no longer exists",
	message: "It was removed meanwhile. Nothing was changed or sent.",
	about: "missing",
};

export const noKinds = "Choose at least one kind of event. To send nothing, pause the webhook.";
