import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { cancelled } from "./cancelled";

export type ConsoleAnswer<Value> = { value: Value; problem?: undefined } | { problem: Problem };

const PATIENCE_MS = 30_000;

/** What a handler of the console answers to a JSON text, or in words why there is no answer. Never throws. */
export async function readAnswer<Value>(
	address: string,
	body: unknown,
	signal?: AbortSignal,
): Promise<ConsoleAnswer<Value>> {
	const patience = AbortSignal.timeout(PATIENCE_MS);
	try {
		return await readJson<ConsoleAnswer<Value>>(address, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
			signal: signal ? AbortSignal.any([signal, patience]) : patience,
			noAnswer: unreachable,
			refused,
		});
	} catch {
		return { problem: signal?.aborted ? cancelled : unreachable };
	}
}

const unreachable: Problem = {
	title: "The console could not be reached",
	message: "Its server did not answer. Check the network, then ask again.",
};

function refused({ status }: Response): Problem {
	return {
		title: "The console gave no answer",
		message: `It answered ${status}${status === 503 ? ": it has too much to do at the moment" : ""}. Ask again in a moment.`,
	};
}
