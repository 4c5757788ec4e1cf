import { Avatar } from "@/components/ui/avatar";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

/** An admin's name; the e-mail address where the trail has no name. */
export function personName({ person, personName: name }: Pick<AuditEntry, "person" | "personName">): string {
	return name || person;
}

/** The author's initials. Decorative: the name is beside them. */
export function Initials({ entry }: { entry: AuditEntry }) {
	return <Avatar name={personName(entry)} />;
}
