import type { Jump } from "@/components/layout/jump-list";

/** The sections of the form; the style sheet shows those of the chosen protocol. */
export const formSections = {
	protocol: { id: "protocols", title: "Protocol" },
	response: { id: "answer", title: "The answer" },
	person: { id: "person", title: "The person" },
	signatures: { id: "signatures", title: "Signatures" },
	logout: { id: "logout", title: "Logout" },
} satisfies Record<string, Jump>;
