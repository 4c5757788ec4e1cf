import type { Jump } from "@/components/layout/jump-list";
import type { Access } from "../_edit/access";

/** The sections of a provider's page. */
export const formSections = {
	setUp: { id: "tell-the-provider", title: "Tell the provider" },
	provider: { id: "provider", title: "Provider" },
	applications: { id: "applications", title: "Applications" },
	users: { id: "users", title: "Users" },
	begun: { id: "provider-initiated", title: "Sign-ins that begin at the provider" },
	tenant: { id: "tenant", title: "This tenant" },
} satisfies Record<string, Jump>;

/** Those that there is something to show in. */
export function sectionsFor({ basics, options }: Access, hasSetUp: boolean): Jump[] {
	const { setUp, provider, applications, ...ofOptions } = formSections;
	return [
		...(hasSetUp ? [setUp] : []),
		...(basics === "edited" ? [provider] : []),
		applications,
		...(options === "unread" ? [] : Object.values(ofOptions)),
	];
}
