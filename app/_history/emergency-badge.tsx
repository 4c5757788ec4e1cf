import { Badge } from "@/components/ui/badge";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

/** Of a save without the second editor that the rule wants. */
export function EmergencyBadge({ isEmergency }: { isEmergency?: AuditEntry["isEmergency"] }) {
	return isEmergency ? <Badge tone="danger">Emergency</Badge> : null;
}
