import { Alert } from "@/components/ui/alert";
import { answerNotes } from "@/lib/dashboard/management/call/answer-notes";

/** What was odd about the service's answers to this page, before anything of it is saved. */
export function AnswerNotes() {
	const notes = answerNotes();
	return notes.length > 0 ? (
		<Alert tone="warning" title="Look closely before you save">
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
		</Alert>
	) : null;
}
