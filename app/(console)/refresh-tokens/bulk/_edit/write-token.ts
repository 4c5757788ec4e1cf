import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { ManagementError, type ManagementErrorKind } from "@/lib/dashboard/management/call/errors";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import type { BulkNote, BulkOperation, BulkToken, BulkTokenState } from "@/lib/dashboard/store/bulk-edit";
import { writeMetadata } from "../../_metadata/metadata-save";
import { metadataChanges } from "../../_metadata/rows/metadata-changes";
import { entriesOf, type MetadataEntry, rowsOf } from "../../_metadata/rows/metadata-rows";
import { bulkChangeNow } from "./bulk-change";

/** What became of a token. `stop`: why the run should not go on to the next one. */
export type TokenOutcome = { state: BulkTokenState; note?: BulkNote; stop?: ManagementError };

const HASTE_WAIT_SECONDS_MAX = 2;
/** A timer may fire a moment early, and the limit would still hold. */
const TIMER_SLACK_MS = 10;

/** What may be the matter with one token alone. */
const OF_ONE_TOKEN: readonly ManagementErrorKind[] = [
	...(["unavailable", "too-large", "headers-too-large", "redirected", "not-understood"] as const),
];

/**
 * Reads a token again and carries out the operation on what it holds now. What the service says of this token is its
 * outcome; what it says of everything (credentials, scope, rate limit, not reachable) is thrown, and nothing was written.
 * @throws SessionError, StoreError, ManagementError
 */
export function writeToken(token: BulkToken, operation: BulkOperation): Promise<TokenOutcome> {
	return oneSaveAtATime(token.id, () => readAndWrite(token, operation));
}

async function readAndWrite(token: BulkToken, operation: BulkOperation): Promise<TokenOutcome> {
	const current = await read(token.id);
	if (!Array.isArray(current)) return current;
	const change = bulkChangeNow(token.baseline ?? [], current, operation);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	if (change.kind !== "write") return { state: change.kind };
	try {
		return outcomeOf(await write(token.id, current, change.after), change.after, operation);
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		const { kind, serviceMessage, reference } = error;
		if (error.outcomeUnknown) return { state: "unconfirmed", note: { reference } };
		if (error.lookedUp) return { state: "not-written" };
		if (kind === "not-found") return { state: "gone" };
		if (kind !== "rejected" && kind !== "conflict") throw error;
		return { state: "refused", note: { message: serviceMessage ?? "It did not say why.", reference } };
	}
}

/**
 * Finds out what became of a token whose writer ended without a word. Nothing is written: where the token is as it was,
 * it is planned again.
 * @throws SessionError, ManagementError
 */
export async function lookUpToken(token: BulkToken, operation: BulkOperation): Promise<TokenOutcome> {
	const current = await read(token.id);
	if (!Array.isArray(current)) return current;
	const change = bulkChangeNow(token.baseline ?? [], current, operation);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	if (change.kind !== "unchanged") return { state: "planned" };
	return { state: "done", note: { message: "The run was cut off while it was written; the token was looked up." } };
}

async function read(id: string): Promise<MetadataEntry[] | TokenOutcome> {
	try {
		return entriesOf((await getRefreshToken(id)).refresh_token_metadata);
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return { state: "gone" };
		// One token that can't be read must not keep the others from going on, once the admin has seen why.
		const isOfThisToken = OF_ONE_TOKEN.includes(error.kind);
		if (!isOfThisToken) throw error;
		return { state: "unread", note: { reference: error.reference }, stop: error };
	}
}

/** A refusal for haste was no attempt. It is repeated after a short wait only: what was read grows old. */
async function write(id: string, current: MetadataEntry[], after: MetadataEntry[]): Promise<RefreshToken> {
	try {
		return await writeMetadata(id, current, after);
	} catch (error) {
		if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
		const wait = error.retryAfterSeconds ?? 1;
		if (wait > HASTE_WAIT_SECONDS_MAX) throw error;
		await delay(wait * 1000 + TIMER_SLACK_MS);
		return writeMetadata(id, current, after);
	}
}

function outcomeOf(token: RefreshToken, metadata: MetadataEntry[], { key }: BulkOperation): TokenOutcome {
	const stored = entriesOf(token.refresh_token_metadata);
	if (metadataChanges(metadata, rowsOf(stored)).length === 0) return { state: "done" };
	return { state: "differs", note: { now: stored.find(([name]) => name === key)?.[1] ?? null } };
}
