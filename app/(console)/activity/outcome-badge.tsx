import { Badge } from "@/components/ui/badge";
import { type AuditEntry, type AuditOutcome, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";

const tones: Record<AuditOutcome, "success" | "danger" | "neutral" | "warning"> = {
	done: "success",
	refused: "danger",
	"not-done": "neutral",
	unknown: "warning",
};

/** The outcome of a write, with the service's status, if any. */
export function OutcomeBadge({ outcome, status }: Pick<AuditEntry, "outcome" | "status">) {
	return (
		<Badge tone={tones[outcome]}>
			{outcomeLabels[outcome]}
			{status ? ` (${status})` : ""}
		</Badge>
	);
}
