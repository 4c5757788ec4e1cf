import { useTemplateEdit } from "@/app/(console)/templates/form/template-edit-context";
import { Alert } from "@/components/ui/alert";
import { ProblemAlert } from "./problem-alert";

/** What the last save met with: a refusal that belongs to no field, or an answer that differs from what was meant. */
export function SaveProblems() {
	const { answer } = useTemplateEdit();
	const { problem, saved } = answer;
	return (
		<>
			{problem?.about === "signed-out" ? (
				// Signing in again happens in another tab, so that nobody has to leave what was typed.
				<Alert tone="error" title={problem.title}>
					<p>{problem.message}</p>
					<p>
						<a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
							Sign in again in a new tab
						</a>
						, then come back and press the button again.
					</p>
				</Alert>
			) : null}
			{problem && problem.about !== "signed-out" ? <ProblemAlert problem={problem} /> : null}
			{saved && saved.differing.length > 0 ? (
				<Alert tone="warning" title="The service holds something else than was sent">
					<ul className="list-disc pl-5 [overflow-wrap:anywhere]">
						{saved.differing.map((field) => (
							<li key={field}>{field}</li>
						))}
					</ul>
				</Alert>
			) : null}
		</>
	);
}
