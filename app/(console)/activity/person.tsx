import { Avatar } from "@/components/ui/avatar";
import { type AuditEntry, personName } from "@/lib/dashboard/audit/audit-entry";

/** The author's initials. Decorative: the name is beside them. */
export function Initials({ entry }: { entry: AuditEntry }) {
	return <Avatar name={personName(entry)} />;
}
