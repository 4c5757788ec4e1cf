import type { Jump } from "@/components/layout/jump-list";
import { type Access, fullAccess } from "../_edit/access";

/** The sections of a provider's form. */
export const formSections = {
	provider: { id: "provider", title: "Provider" },
	applications: { id: "applications", title: "Applications" },
	people: { id: "people", title: "People" },
	begun: { id: "provider-initiated", title: "Sign-ins that begin at the provider" },
	tenant: { id: "tenant", title: "This tenant" },
} satisfies Record<string, Jump>;

/** Those that there is something to show in. */
export function sectionsFor({ basics, options }: Access = fullAccess): Jump[] {
	const { provider, applications, ...ofOptions } = formSections;
	return [
		...(basics === "edited" ? [provider] : []),
		applications,
		...(options === "unread" ? [] : Object.values(ofOptions)),
	];
}
