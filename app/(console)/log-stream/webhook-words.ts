import { isAccepted } from "@/lib/dashboard/log-stream/deliver";
import type { SendResult } from "@/lib/dashboard/log-stream/send-webhook";
import type { Webhook } from "@/lib/dashboard/log-stream/webhooks";

/** "accepted, with status 204 after 35 ms."; "not accepted. No response within 10 s." */
export function resultInWords({ status, failure, milliseconds }: SendResult): string {
	const time = `after ${milliseconds.toLocaleString("en")} ms`;
	if (status === null) return `not accepted. ${failure ?? ""}`;
	return `${isAccepted({ status }) ? "accepted" : "not accepted"}, with status ${status} ${time}.`;
}

/** "1 event waits", "12 events wait"; empty for none. */
export function waitingInWords({ waiting }: Pick<Webhook, "waiting">): string {
	if (waiting === 0) return "";
	return waiting === 1 ? "1 event waits" : `${waiting.toLocaleString("en")} events wait`;
}

/** A badge, and why it is so. */
const states = {
	paused: ["neutral", "paused", "Paused by an editor."],
	gone: ["danger", "paused", "The receiver says that its URL is gone (status 410)."],
	failing: ["danger", "paused", "Nothing was accepted for three days."],
	"no-secret": ["danger", "no secret", "It was lost with the session secret. Add a secret, then resume."],
	tried: ["warning", "failing", "Trying again."],
	sending: ["accent", "sending", ""],
	current: ["success", "up to date", ""],
} as const;

/** The state as a badge, and why it is so. */
export function stateInWords({ state, failingSince, lastResult, waiting }: Webhook) {
	const active = failingSince ? "tried" : waiting > 0 ? "sending" : "current";
	const shown = state === "active" ? active : state;
	const [tone, word, reason] = states[shown];
	const last = lastResult && /failing|tried/.test(shown) ? ` Last attempt: ${lastResult.replace(/\.?$/, ".")}` : "";
	return { tone, word, reason: reason + last };
}
