import type { ReactNode } from "react";
import { CallReference } from "@/app/_forms/call-reference";
import type { BulkItem, BulkItemState, BulkRun } from "@/lib/dashboard/store/bulk-edit";
import type { BulkWhat } from "./bulk-controls";

type ItemResultProps = {
	item: BulkItem;
	run: BulkRun;
	what: BulkWhat;
	/** The operation as a participle. */
	done: "changed" | "deleted" | "applied";
	/** States for which this kind of item has its own text. */
	own: Partial<Record<BulkItemState, ReactNode>>;
};

const doneWords = { changed: "Changed", deleted: "Deleted", applied: "Applied" };

/** The planned or actual result of an item of a bulk edit, in words. */
export function ItemResult({ item: { state, note }, run, what, done, own }: ItemResultProps): ReactNode {
	if (own[state]) return own[state];
	switch (state) {
		case "planned":
			return run === "preview" ? `Would be ${done}` : run === "running" ? "Waits for its turn" : "Not tried yet";
		case "writing":
			return `Being written. If the run was cut off here, Resume looks the ${what} up first.`;
		case "done":
			return (
				<>
					{doneWords[done]}. {note.message}
				</>
			);
		case "refused":
			return (
				<>
					Refused: <q>{note.message}</q> <Reference text={note.reference} />
				</>
			);
		case "not-written":
			return `Not ${done} so far: no usable answer came, and the ${what} was looked up`;
		case "unconfirmed":
			return (
				<>
					Not confirmed: no usable answer came, and looking it up failed too. It may or may not be {done}.{" "}
					<Reference text={note.reference} />
				</>
			);
		case "unread":
			return (
				<>
					Not tried: it could not be read. <Reference text={note.reference} />
				</>
			);
		case "left":
			return "Left as it is";
		default:
			return "Left out";
	}
}

function Reference({ text }: { text: string | undefined }) {
	if (!text) return null;
	return (
		<CallReference reference={text} className="whitespace-nowrap text-accent underline">
			Reference{" "}
		</CallReference>
	);
}
