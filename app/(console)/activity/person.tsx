import { Avatar } from "@/components/ui/avatar";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

/** What an admin is called: by name, or by e-mail address where the trail knows no more. */
export function personName({ person, personName: name }: Pick<AuditEntry, "person" | "personName">): string {
	return name || person;
}

/** The initials of who did it. They decorate: the name stands beside. */
export function Initials({ entry }: { entry: AuditEntry }) {
	return <Avatar name={personName(entry)} />;
}
