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

/** The state as a badge, and why it is so. */
export function stateInWords({ state, failingSince, lastResult, waiting }: Webhook): {
	tone: "success" | "warning" | "danger" | "neutral" | "accent";
	word: string;
	reason: string;
} {
	const last = lastResult ? ` The last attempt: ${lastResult.replace(/\.?$/, ".")}` : "";
	switch (state) {
		case "paused":
			return { tone: "neutral", word: "paused", reason: "Paused by an editor." };
		case "gone":
			return {
				...{ tone: "danger", word: "paused" },
				reason: "The receiver said that there is nothing at its address any more (status 410).",
			};
		case "failing":
			return { tone: "danger", word: "paused", reason: `Nothing was accepted for three days.${last}` };
		case "no-secret":
			return {
				...{ tone: "danger", word: "no secret" },
				reason: "Its secret was given up together with the session secret. Add a secret, then resume.",
			};
		case "active":
			if (failingSince) return { tone: "warning", word: "failing", reason: `It is tried again.${last}` };
			return waiting > 0
				? { tone: "accent", word: "sending", reason: "" }
				: { tone: "success", word: "up to date", reason: "" };
	}
}
