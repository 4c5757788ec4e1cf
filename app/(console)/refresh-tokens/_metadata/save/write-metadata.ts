import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { settleLookedUp } from "@/lib/dashboard/audit/audited-write";
import { LOOK_UP_WITHIN_MS } from "@/lib/dashboard/management/call/client";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { getRefreshToken, updateRefreshTokenMetadata } from "@/lib/dashboard/management/refresh-tokens";
import { entriesOf, isSameMetadata, type MetadataEntry, rowsOf } from "../rows/metadata-rows";
import { metadataChanges } from "./metadata-changes";

/** `unconfirmed`: no usable answer came, and what is there was read again. `differing`: keys the service stored otherwise. */
export type WriteOutcome =
	| { kind: "saved"; stored: MetadataEntry[]; differing: string[]; unconfirmed: boolean }
	| { kind: "not-stored"; stored: MetadataEntry[] };

/**
 * Replaces a token's metadata right after it was read. The answer is compared with what was sent. Where no usable answer
 * came back the token is read again, so that the outcome is never guessed.
 * @param current what the service held a moment ago
 * @param wanted null removes all metadata
 * @throws SessionError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function writeMetadata(
	id: string,
	current: readonly MetadataEntry[],
	wanted: readonly MetadataEntry[] | null,
): Promise<WriteOutcome> {
	try {
		const body = wanted === null ? null : (Object.fromEntries(wanted) as Record<string, string>);
		return saved(
			wanted ?? [],
			storedIn(await updateRefreshTokenMetadata(id, body, Object.fromEntries(current))),
			false,
		);
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		const found = await getRefreshToken(id, LOOK_UP_WITHIN_MS).then(storedIn, () => null);
		if (found === null) throw error;
		const isAsBefore = isSameMetadata(found, current);
		await settleLookedUp(error, isAsBefore ? "not-done" : "done");
		if (isAsBefore) return { kind: "not-stored", stored: found };
		return saved(wanted ?? [], found, true);
	}
}

function saved(wanted: readonly MetadataEntry[], stored: MetadataEntry[], unconfirmed: boolean): WriteOutcome {
	const differing = metadataChanges(wanted, rowsOf(stored)).map(({ key }) => key);
	return { kind: "saved", stored, differing, unconfirmed };
}

function storedIn(token: RefreshToken): MetadataEntry[] {
	return entriesOf(token.refresh_token_metadata);
}
