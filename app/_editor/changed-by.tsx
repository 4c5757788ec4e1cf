import { relativeTime } from "@/components/ui/time-text";
import type { PastChange } from "./history-list";

/**
 * Who changed a thing since a page of it was opened, by this console's own trail. Null: the trail has nothing, so that it
 * was changed outside this console.
 */
export type ChangedBy = {
	person: string;
	/** It was done on another page of the same admin. */
	isOneself: boolean;
	at: string;
} | null;

/** The trail tells when a write began: what a page was opened before may have begun that long ago. */
const WRITE_MS_MAX = 10_000;

/**
 * Who changed a thing since it was opened.
 * @param history newest first, as read since; absent where it can't be read
 * @param openedAt ISO 8601 UTC, by the console's clock
 * @returns undefined where that is not known
 */
export function changerSince(
	history: readonly PastChange[] | null | undefined,
	openedAt: string,
): ChangedBy | undefined {
	const opened = Date.parse(openedAt);
	if (!history || Number.isNaN(opened)) return undefined;
	const found = history.find(({ at, isEdit, isOwn }) => isEdit && Date.parse(at) > opened - (isOwn ? 0 : WRITE_MS_MAX));
	return found ? { person: found.person, isOneself: found.isOwn, at: found.at } : null;
}

/**
 * "Vera Holm changed it 2 minutes ago."
 * @param by undefined where that is not known
 * @param now ISO 8601 UTC, when the change was met
 */
export function WhoChanged({ by, now }: { by: ChangedBy | undefined; now: string | undefined }) {
	if (by === undefined) return <>It was changed since you opened it.</>;
	if (by === null) return <>Somebody changed it outside this console.</>;
	return (
		<>
			<bdi>{by.isOneself ? "You" : by.person}</bdi> changed it{" "}
			<time dateTime={by.at}>{relativeTime(new Date(by.at), new Date(now ?? by.at))}</time>
			{by.isOneself ? ", in another tab or window." : "."}
		</>
	);
}
