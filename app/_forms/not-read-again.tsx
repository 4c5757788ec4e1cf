import { Alert } from "@/components/ui/alert";
import type { Problem } from "@/lib/dashboard/problem/problem";

/** Above a form whose page could not be read after it was posted. */
export function NotReadAgain({ problem: { title, reason = title, reference } }: { problem: Problem }) {
	return (
		<Alert tone="warning" title="The service could not be read again">
			<p>
				{reason}. The form below holds what you typed, and says what became of it; the rest of the page is missing.
				{reference ? (
					<>
						{" "}
						Reference <code>{reference}</code>
					</>
				) : null}
			</p>
		</Alert>
	);
}
