import { z } from "zod";
import { type LogEntry, logEntry } from "@/lib/contract/log-entry";
import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { AUDIENCE } from "./addresses";
import { changeClient } from "./passive-sign-in";
import { credentials, requestToken } from "./token-request";

export type LogReader = Awaited<ReturnType<typeof logReader>>;

/** Reads the log of a test service as a client of the management interface does. */
export async function logReader(service: IdentityService) {
	const api_grants = JSON.stringify([{ audience: "/api/v2/", scopes: ["read:logs"] }]);
	await changeClient(service, "machine", { api_grants });
	const form = { grant_type: "client_credentials", audience: AUDIENCE, ...credentials(service, "machine") };
	const { access_token } = (await requestToken(service, form)).body;

	async function newest(): Promise<LogEntry[]> {
		const headers = { authorization: `Bearer ${access_token}` };
		const request = new Request(`${AUDIENCE}logs?per_page=100`, { headers });
		const response = await handleServiceRequest(service, request);
		const text = await response.text();
		if (!response.ok) throw new Error(text);
		return z.array(logEntry).parse(JSON.parse(text));
	}

	return {
		/** The entries that `work` leads to, the earliest first. */
		async entriesOf(work: () => unknown): Promise<LogEntry[]> {
			const [last] = await newest();
			await work();
			const all = await newest();
			const count = all.findIndex(({ log_id }) => log_id === last?.log_id);
			return all.slice(0, count).toReversed();
		},
	};
}
