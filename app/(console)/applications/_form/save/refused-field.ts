import type { Problem } from "@/lib/dashboard/problem/problem";
import type { ApplicationFaults } from "../../_edit/application-faults";

/** The service's names of what the form's fields are sent as. */
const fields: Record<string, keyof ApplicationFaults> = {
	name: "name",
	description: "description",
	app_type: "type",
	callbacks: "callbacks",
	allowed_logout_urls: "logoutUrls",
	web_origins: "webOrigins",
	grant_types: "grants",
};

/** The field that a refusal of the service names, with its words; null where it names none of this form. */
export function refusedField({ about, message }: Problem): ApplicationFaults | null {
	if (about !== "rejected") return null;
	const named = /on property ([A-Za-z_]+)/.exec(message)?.[1] ?? "";
	const field = Object.hasOwn(fields, named) ? fields[named] : undefined;
	return field ? { [field]: `The service refused it: ${message}` } : null;
}
