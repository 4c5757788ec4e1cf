import { csvCell } from "../audit/export-text";
import type { BulkEditOf, BulkItem, BulkRun } from "../store/bulk-edit";
import { actWords, deedsInWords, resultInWords } from "./incident-words";

type Incident = Pick<BulkEditOf<"incident">, "items" | "faults" | "reason" | "run" | "acts">;

/** One line of the list, or several that name the same user, with the result. Empty: there is none, or it is not known. */
function resultRows({ items, faults, reason, run, acts }: Incident) {
	const planned = acts.map((act) => actWords[act].short).join(", ");
	return [
		...items.map((item) => ({ ...rowOf(item, run), planned, reason: reason ?? "" })),
		...faults.map(({ line, text }) => ({
			lines: String(line),
			entered: text,
			user_id: "",
			user: "",
			name: "",
			result: "not-read",
			words: "Neither an e-mail address nor a user ID.",
			done: "",
			not_done: "",
			not_confirmed: "",
			reference: "",
			planned,
			reason: reason ?? "",
		})),
	];
}

function rowOf(item: BulkItem, run: BulkRun) {
	const { listing, listed, state, note } = item;
	return {
		lines: (listing?.lines ?? []).join(" "),
		entered: listing?.text ?? "",
		user_id: listed?.id ?? "",
		user: listed?.label ?? "",
		name: listed?.name ?? "",
		result: state,
		words: resultInWords(item, run),
		done: deedsInWords(note.did).join(", "),
		not_done: (note.refused ?? []).map(({ act }) => actWords[act].short).join(", "),
		not_confirmed: (note.unsure ?? []).map((act) => actWords[act].short).join(", "),
		reference: note.reference ?? "",
	};
}

/** The results as CSV (RFC 4180), with a line of names. */
export function resultsAsCsv(incident: Incident): string {
	const rows = resultRows(incident);
	const names = Object.keys(rows[0] ?? {});
	const line = (cells: readonly string[]) => `${cells.join(",")}\r\n`;
	return [line(names), ...rows.map((row) => line(Object.values(row).map(csvCell)))].join("");
}

export function resultsAsJson(incident: Incident): string {
	return `${JSON.stringify(resultRows(incident), null, "\t")}\n`;
}
