import type { ReactNode } from "react";
import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { BulkNote, BulkRun, BulkToken } from "@/lib/dashboard/store/bulk-edit";
import { ShownText } from "../../_token/shown-text";

/** What becomes of a token, or has become of it, in words. */
export function TokenResult({ token: { state, note }, run }: { token: BulkToken; run: BulkRun }): ReactNode {
	switch (state) {
		case "planned":
			return run === "preview" ? "Would be changed" : run === "running" ? "Waits for its turn" : "Not tried yet";
		case "writing":
			return "Being written. If the run was cut off here, Resume looks the token up first.";
		case "done":
			return <>Changed. {note.message}</>;
		case "differs":
			return <>Changed, but the service stored something else: {held(note)}</>;
		case "unchanged":
			return "Nothing to change";
		case "too-many":
			return `Left out: it would exceed ${METADATA_PROPERTIES_MAX} entries`;
		case "conflict":
			return <>Not changed: the key has changed since the preview. Now: {held(note)}</>;
		case "gone":
			return "Gone: it was revoked, has expired, or is not this user's";
		case "refused":
			return (
				<>
					Refused: <q>{note.message}</q> {reference(note)}
				</>
			);
		case "not-written":
			return "Not changed so far: no usable answer came, and the token was looked up";
		case "unconfirmed":
			return (
				<>
					Not confirmed: no usable answer came, and looking it up failed too. It may or may not be changed.{" "}
					{reference(note)}
				</>
			);
		case "unread":
			return <>Not tried: it could not be read. {reference(note)}</>;
		case "left":
			return "Left as it is";
	}
}

function held({ now }: BulkNote): ReactNode {
	return typeof now === "string" ? <ShownText text={now} /> : <em>the key is not there</em>;
}

function reference(note: BulkNote): ReactNode {
	if (!note.reference) return null;
	return (
		<a href={`/api-calls?reference=${note.reference}`} className="whitespace-nowrap text-accent underline">
			Reference <code>{note.reference}</code>
		</a>
	);
}
