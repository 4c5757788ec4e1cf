import type { Problem } from "@/lib/dashboard/problem/problem";
import { CHOICE_SETTINGS, TEXT_SETTINGS } from "../edit/setting-catalogue";
import type { SingleSignOnFaults, SingleSignOnField } from "../edit/single-sign-on-faults";

/** What the service calls by other names than the form. */
const others: Record<string, SingleSignOnField> = {
	...{ mappings: "mappings", nameIdentifierProbes: "probes", logout: "logoutCallback", addons: "protocol" },
	...{ samlp: "protocol", wsfed: "protocol", client_aliases: "aliases", callbacks: "callbacks" },
};

/** The field that a refusal of the service names, with its words; null where it names none of this form. */
export function refusedField({ about, message }: Problem): SingleSignOnFaults | null {
	if (about !== "rejected") return null;
	const path = (/on property ([A-Za-z_.]+)/.exec(message)?.[1] ?? "").replace(/\.$/, "");
	const [name = ""] = path
		.replace(/^addons\.(?:samlp|wsfed)\./, "")
		.replace(/^addons\.(?=samlp$|wsfed$)/, "")
		.split(".");
	const field = [...TEXT_SETTINGS, ...CHOICE_SETTINGS].find((known) => known === name) ?? others[name];
	return field ? { [field]: `The service refused it: ${message}` } : null;
}
