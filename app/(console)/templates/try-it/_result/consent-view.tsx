import type { Consent } from "../_run/try-it-answer";

/** What the holder was shown before anything was sent. */
export function ConsentView({ consent }: { consent: Consent }) {
	return (
		<div className="grid gap-1">
			<h4 className="font-semibold">What the wallet shows its holder</h4>
			<p>
				<strong className="font-medium">{consent.verifier}</strong> asks for: {consent.labels.join(", ")}.
			</p>
			{consent.notes.map((note) => (
				<p key={note} className="text-muted">
					{note}
				</p>
			))}
		</div>
	);
}
