import { presenceAddress, type Watched } from "./watched";

/** `unknown`: the next request may tell; `refused`: none will. `waitSeconds`: not before then. */
export type Look =
	| { state: "present" | "gone" | "unknown"; waitSeconds?: number }
	| { state: "refused"; reason: string; waitSeconds?: undefined };

type Body = { state?: "present" | "gone"; problem?: { title: string; retryAfterSeconds?: number } };

/** One request to the handler of this console. @throws only where it is aborted by the signal */
export async function lookUpPresence(watched: Watched, signal: AbortSignal): Promise<Look> {
	try {
		const response = await fetch(presenceAddress(watched), { signal });
		const body: Body = await response.json();
		if (body.state) return { state: body.state };
		const { title = "not allowed", retryAfterSeconds } = body.problem ?? {};
		if (response.status === 401 || response.status === 403) return { state: "refused", reason: title };
		return { state: "unknown", ...(retryAfterSeconds !== undefined && { waitSeconds: retryAfterSeconds }) };
	} catch (error) {
		if (signal.aborted) throw error;
		return { state: "unknown" };
	}
}
