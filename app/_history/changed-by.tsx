import { Name } from "@/components/ui/name";
import { relativeTime } from "@/components/ui/time-text";
import type { PastChange } from "./history-list";

/**
 * The author of a change made since a page was opened, from this console's audit trail. Null: the trail has no such change,
 * so it was made outside this console.
 */
export type ChangedBy = {
	/** "You" where the same admin made it. */
	person: string;
	/** The same admin made it, in another tab. */
	isOneself: boolean;
	/** Of a draft: or on this very page, since the draft was written. */
	isHere?: true;
	at: string;
} | null;

/** The trail records when a write began; one that began this long before the page was opened may have ended after. */
const WRITE_MS_MAX = 10_000;

/**
 * The newest change since a page was opened: of another admin where there is one, as theirs is what may not be known.
 * @param history newest first, read after that; absent where it can't be read
 * @param openedAt ISO 8601 UTC, by the console's clock
 * @returns undefined where it is unknown
 */
export function changerSince(
	history: readonly PastChange[] | null | undefined,
	openedAt: string,
): ChangedBy | undefined {
	const opened = Date.parse(openedAt);
	if (!history || Number.isNaN(opened)) return undefined;
	const since = history.filter(
		({ at, isEdit, isOwn }) => isEdit && Date.parse(at) > opened - (isOwn ? 0 : WRITE_MS_MAX),
	);
	const found = since.find(({ isOwn }) => !isOwn) ?? since[0];
	return found ? { person: found.isOwn ? "You" : found.person, isOneself: found.isOwn, at: found.at } : null;
}

/**
 * "Vera Holm changed it 2 minutes ago."
 * @param by undefined where it is unknown
 * @param now ISO 8601 UTC, when the change was detected
 */
export function ChangeNotice({ by, now }: { by: ChangedBy | undefined; now: string | undefined }) {
	if (by === undefined) return <>It was changed since you opened it.</>;
	if (by === null) return <>It was changed outside this console.</>;
	return (
		<>
			<Name text={by.person} /> changed it{" "}
			<time dateTime={by.at}>{relativeTime(new Date(by.at), new Date(now ?? by.at))}</time>
			{by.isOneself && !by.isHere ? ", in another tab or window." : "."}
		</>
	);
}
