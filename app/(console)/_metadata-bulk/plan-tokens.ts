import "server-only";
import { READ_WITHIN_MS, waitOutRateLimit } from "@/app/_bulk/rate-pause";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { clientNames } from "@/lib/dashboard/management/applications/read-applications";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { getRefreshToken, listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import type { BulkItemPlan, MetadataOperation } from "@/lib/dashboard/store/bulk-edit";
import { entriesOf } from "../_metadata/rows/metadata-rows";
import { tokenName } from "../refresh-tokens/_token/token-name";
import { bulkChange } from "./bulk-change";

/**
 * The effect of an operation on each of a user's tokens. The list of the user's tokens includes their metadata, so that a page
 * of them costs one request; only tokens that are not listed are read by themselves, within the time limit.
 * @throws SessionError, ManagementError
 */
export async function planTokens(
	userId: string,
	ids: readonly string[],
	operation: MetadataOperation,
): Promise<BulkItemPlan[]> {
	const until = Date.now() + READ_WITHIN_MS;
	const names = await clientNames();
	const found = await listChosenTokens(userId, ids, until);
	const plans: BulkItemPlan[] = [];
	for (const id of ids) {
		const listed = found.get(id);
		// A list may omit the metadata.
		const isListed = listed?.refresh_token_metadata !== undefined;
		const token = isListed ? listed : await readToken(userId, id, until);
		if (token === "gone" || token === "unread") {
			plans.push({ id, name: "not reported", detail: null, baseline: null, state: token, note: {} });
			continue;
		}
		const baseline = entriesOf(token.refresh_token_metadata);
		const { application, device } = tokenName(token, names);
		const { kind } = bulkChange(baseline, operation);
		plans.push({
			id,
			...{ name: application, detail: device },
			baseline,
			state: kind === "write" ? "planned" : kind,
			note: {},
		});
	}
	return plans;
}

/** A token of another user counts as gone. */
async function readToken(userId: string, id: string, until: number): Promise<RefreshToken | "gone" | "unread"> {
	if (!(await waitOutRateLimit(1, until))) return "unread";
	try {
		const token = await getRefreshToken(id);
		return token.user_id && token.user_id !== userId ? "gone" : token;
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return "gone";
		if (error.kind === "rate-limited") return "unread";
		throw error;
	}
}

const PAGES_MAX = 10;

/**
 * Finds tokens in the list of their user: most are on its first page, so that one request is enough. It reads at most ten
 * pages, and sends requests and waits for the rate limit no longer than `until`.
 * @throws SessionError, ManagementError
 */
export async function listChosenTokens(
	userId: string,
	ids: readonly string[],
	until: number,
): Promise<Map<string, RefreshToken>> {
	const chosen = new Set(ids);
	const found = new Map<string, RefreshToken>();
	let from: string | undefined;
	for (let pages = 0; pages < PAGES_MAX && found.size < chosen.size && Date.now() < until; pages += 1) {
		await waitOutRateLimit(1, until);
		const page = await listUserRefreshTokens(userId, from);
		for (const token of page.tokens) if (chosen.has(token.id)) found.set(token.id, token);
		from = (page.tokens.length > 0 && page.next) || undefined;
		if (!from) break;
	}
	return found;
}
