import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";

/** What an admin is called: by name, or by e-mail address where the trail knows no more. */
export function personName({ person, personName: name }: Pick<AuditEntry, "person" | "personName">): string {
	return name || person;
}

/** The initials of who did it. They decorate: the name stands beside. */
export function Initials({ entry }: { entry: AuditEntry }) {
	return (
		<span
			aria-hidden="true"
			className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-[0.625rem] font-medium text-muted select-none"
		>
			{initialsOf(personName(entry))}
		</span>
	);
}

/** "ET" of Edda Torvik, "E" of edda@example.com. */
export function initialsOf(name: string): string {
	const words = (name.includes("@") ? name.slice(0, name.indexOf("@")) : name).split(/[\s._-]+/).filter(Boolean);
	const [first = "?", last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
	return [first, last].flatMap((word) => (word ? [[...word][0]?.toUpperCase() ?? ""] : [])).join("");
}
