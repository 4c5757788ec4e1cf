import "server-only";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { settleLookedUp } from "@/lib/dashboard/audit/audited-write";
import { ManagementError } from "@/lib/dashboard/management/errors";
import { getRefreshToken, updateRefreshTokenMetadata } from "@/lib/dashboard/management/refresh-tokens";
import { metadataChanges } from "./metadata-changes";
import { entriesOf, isSameMetadata, type MetadataEntry, rowsOf } from "./metadata-rows";

/** `unconfirmed`: no usable answer came, and what is there was read again. `differing`: keys the service stored otherwise. */
export type SaveOutcome =
	| { kind: "saved"; stored: MetadataEntry[]; differing: string[]; unconfirmed: boolean }
	| { kind: "conflict"; stored: MetadataEntry[] }
	| { kind: "not-stored"; stored: MetadataEntry[] };

/**
 * Replaces a token's metadata, unless the service no longer holds what editing began with. The answer is compared with
 * what was sent. Where no usable answer came back the token is read again, so that the outcome is never guessed.
 * @param wanted null removes all metadata
 * @throws SessionError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function saveMetadata(
	id: string,
	baseline: readonly MetadataEntry[],
	wanted: readonly MetadataEntry[] | null,
): Promise<SaveOutcome> {
	const current = storedIn(await getRefreshToken(id));
	if (!isSameMetadata(baseline, current)) return { kind: "conflict", stored: current };
	try {
		const body = wanted === null ? null : (Object.fromEntries(wanted) as Record<string, string>);
		return saved(
			wanted ?? [],
			storedIn(await updateRefreshTokenMetadata(id, body, Object.fromEntries(current))),
			false,
		);
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		const found = await getRefreshToken(id).then(storedIn, () => null);
		if (found === null) throw error;
		const isAsBefore = isSameMetadata(found, current);
		await settleLookedUp(error, isAsBefore ? "not-done" : "done");
		if (isAsBefore) return { kind: "not-stored", stored: found };
		return saved(wanted ?? [], found, true);
	}
}

function saved(wanted: readonly MetadataEntry[], stored: MetadataEntry[], unconfirmed: boolean): SaveOutcome {
	const differing = metadataChanges(wanted, rowsOf(stored)).map(({ key }) => key);
	return { kind: "saved", stored, differing, unconfirmed };
}

function storedIn(token: RefreshToken): MetadataEntry[] {
	return entriesOf(token.refresh_token_metadata);
}
