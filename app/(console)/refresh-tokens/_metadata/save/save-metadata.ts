import "server-only";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { entriesOf, isSameMetadata, type MetadataEntry } from "../rows/metadata-rows";
import { type WriteOutcome, writeMetadata } from "./write-metadata";

export type SaveOutcome = WriteOutcome | { kind: "conflict"; stored: MetadataEntry[] };

/**
 * Replaces a token's metadata, unless the service no longer holds what editing began with.
 * @param wanted null removes all metadata
 * @throws SessionError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export function saveMetadata(
	id: string,
	baseline: readonly MetadataEntry[],
	wanted: readonly MetadataEntry[] | null,
): Promise<SaveOutcome> {
	return oneSaveAtATime(id, async () => {
		const current = entriesOf((await getRefreshToken(id)).refresh_token_metadata);
		if (!isSameMetadata(baseline, current)) return { kind: "conflict", stored: current };
		return writeMetadata(id, current, wanted);
	});
}
