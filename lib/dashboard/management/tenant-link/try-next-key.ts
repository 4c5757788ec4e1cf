import "server-only";
import { COMMAND_LINE_SUBJECT } from "../../audit/audit-entry";
import { dashboardConfig } from "../../config";
import { fetchAccessToken } from "../call/access-token";
import { inCall } from "../call/call-context";
import { ManagementError } from "../call/errors";
import { newCall } from "../call/new-call";
import { setUpAdvice } from "./set-up-advice";

/**
 * Requests an access token with the next key of a rotation, before the console uses it.
 * @returns an empty object where the tenant accepts the key, else why it does not
 */
export async function tryNextKey(): Promise<object> {
	const config = dashboardConfig();
	try {
		await inCall(await newCall(COMMAND_LINE_SUBJECT), () => fetchAccessToken(config, "next"));
		return {};
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		return { refusal: setUpAdvice(error, config) };
	}
}
