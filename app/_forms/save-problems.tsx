import { Alert } from "@/components/ui/alert";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { ProblemAlert } from "./problem-alert";

type SaveProblemsProps = {
	problem: Problem | undefined;
	/** Fields, in words, that the service stored otherwise than was sent. */
	differing?: readonly string[] | undefined;
};

/** What the last save met with: a refusal that belongs to no field, or an answer that differs from what was meant. */
export function SaveProblems({ problem, differing = [] }: SaveProblemsProps) {
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
			{differing.length > 0 ? (
				<Alert tone="warning" title="The service holds something else than was sent">
					<ul className="list-disc pl-5">
						{differing.map((field) => (
							<li key={field}>{field}</li>
						))}
					</ul>
				</Alert>
			) : null}
		</>
	);
}
