import { CallReference } from "@/app/_page/problem-alert";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import type { CheckStep } from "@/lib/dashboard/management/tenant-link/check-connection";

const states = {
	ok: { tone: "success", text: "works" },
	failed: { tone: "danger", text: "does not work" },
	skipped: { tone: "neutral", text: "not tried" },
} as const;

/** The result of each step of a check, with advice. */
export function CheckReport({ steps }: { steps: CheckStep[] }) {
	const failed = steps.filter(({ state }) => state === "failed").length;
	return (
		<Section title="Check">
			<p role="status" className="text-sm font-medium">
				{failed === 0 ? "Everything works." : `${failed} of ${steps.length} steps need attention.`}
			</p>
			<ol className="grid gap-3 text-sm">
				{steps.map(({ name, state, advice, said, reference }) => (
					<li key={name} className="grid gap-1 border-t border-line pt-3">
						<p className="flex flex-wrap items-center gap-2">
							<span className="font-medium">{name}</span>
							<Badge tone={states[state].tone}>{states[state].text}</Badge>
						</p>
						{advice ? <p>{advice}</p> : null}
						{said ? (
							<p className="text-muted">
								The service said: <q>{said}</q>
							</p>
						) : null}
						{reference ? (
							<p>
								<CallReference reference={reference}>API call </CallReference>
							</p>
						) : null}
					</li>
				))}
			</ol>
		</Section>
	);
}
