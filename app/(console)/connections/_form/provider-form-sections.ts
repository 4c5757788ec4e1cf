import type { Jump } from "@/components/layout/jump-list";

/** The sections of a provider's form. */
export const formSections = {
	provider: { id: "provider", title: "Provider" },
	applications: { id: "applications", title: "Applications" },
	people: { id: "people", title: "People" },
	begun: { id: "provider-initiated", title: "Sign-ins that begin at the provider" },
	tenant: { id: "tenant", title: "This tenant" },
} satisfies Record<string, Jump>;
