import { relativeTime } from "@/components/ui/time-text";

/**
 * Who changed a thing since a page of it was opened, by this console's own trail. Null: the trail has nothing, so that it
 * was changed outside this console.
 */
export type ChangedBy = { person: string; isOneself: boolean; at: string } | null;

/**
 * "Vera Holm changed it 2 minutes ago."
 * @param by undefined where nobody has looked
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
