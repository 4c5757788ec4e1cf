import type { Jump } from "@/components/layout/jump-list";

/** The sections of an application's form, as the list of links on its page names them. */
export const formSections = {
	settings: { id: "settings", title: "Settings" },
	addresses: { id: "addresses", title: "URLs" },
	grants: { id: "grant-types", title: "Grants" },
	tokens: { id: "tokens", title: "Tokens and sign-up" },
} satisfies Record<string, Jump>;
