import { json, respondFor } from "@/app/_forms/json-response";
import { doesTenantAnswer } from "@/lib/dashboard/management/tenant-link/check-connection";
import { requirePermission, whileUnattended } from "@/lib/dashboard/session/session";

/** Whether the tenant answers again: a page that it did not answer for requests it on its own, so it is no activity of the admin. */
export function GET(): Promise<Response> {
	return whileUnattended(() =>
		respondFor(requirePermission("look"), "template", async () => json({ answers: await doesTenantAnswer() })),
	);
}
