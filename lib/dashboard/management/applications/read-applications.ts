import "server-only";
import { type Application, application, applicationPage } from "@/lib/contract/client/application";
import { callManagement } from "../call/client";
import { noteName } from "../seen-names";
import { APPLICATIONS_PER_PAGE } from "./client-names";

/**
 * What every read asks for, by name: an answer without it would hold secrets, because the console may rotate them.
 */
const APPLICATION_FIELDS = Object.keys(application.shape).join(",");

export type ApplicationPage = {
	applications: Application[];
	/** Of all pages; null where the tenant does not say. */
	total: number | null;
};

/** One page of the tenant's applications, the first is 0. @throws SessionError, ManagementError */
export async function listApplications(page: number, withinMs?: number): Promise<ApplicationPage> {
	const query = { fields: APPLICATION_FIELDS, include_fields: true, include_totals: true };
	const { clients, total } = await callManagement("get_clients", {
		query: { ...query, page, per_page: APPLICATIONS_PER_PAGE },
		answer: applicationPage,
		withinMs,
	});
	return { applications: clients, total: total ?? null };
}

/** @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError */
export async function getApplication(id: string, withinMs?: number): Promise<Application> {
	const found = await callManagement("get_clients_by_id", {
		path: { id },
		query: { fields: APPLICATION_FIELDS, include_fields: true },
		answer: application,
		withinMs,
	});
	noteName(found.client_id, found.name);
	return found;
}
