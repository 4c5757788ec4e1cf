import type { Jump } from "@/components/layout/jump-list";

/** The sections of an application's page: those of its form come first, then what is done with a button of its own. */
export const formSections = {
	settings: { id: "settings", title: "Settings" },
	addresses: { id: "addresses", title: "Addresses" },
	grants: { id: "grant-types", title: "Grants" },
	tokens: { id: "tokens", title: "Tokens and people" },
} satisfies Record<string, Jump>;
