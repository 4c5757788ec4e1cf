import { partsOf } from "@/app/_testing/result-parts";
import { flushExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { createConnectionAction, deleteConnectionAction, updateConnectionAction } from "./connection-actions";
import { type ConnectionContent, type ConnectionValues, connectionEditor, newConnection } from "./connection-editor";
import { acme, type ConnectionTenant } from "./connection-tenant.test-data";

/** The connection `con_acme` as it is stored, with its applications. */
export function storedIn(tenant: ConnectionTenant) {
	return { ...(tenant.connections.get(acme.id) ?? acme), clients: tenant.clients.get(acme.id) ?? [] };
}

export const PATCH_CLIENTS = `PATCH /connections/${acme.id}/clients`;

/** The body that switches applications on or off. */
export function switches(clients: readonly string[], status: boolean) {
	return clients.map((client_id) => ({ client_id, status }));
}

export function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}

/** Saves the connection `con_acme` on a page that was opened with `baseline`. */
export function saveOver(
	baseline: ConnectionContent,
	values: Partial<ConnectionValues>,
	fields: Record<string, string> = {},
) {
	const sent = {
		connectionId: acme.id,
		opened: JSON.stringify(baseline),
		values: JSON.stringify({ ...connectionEditor.valuesOf(baseline), ...values }),
	};
	return partsOf(updateConnectionAction({}, formOf({ ...sent, ...fields })));
}

export const fresh = { name: "fresh", signInEndpoint: "https://fresh.example/in" };

export function create(values: Partial<ConnectionValues>, fields: Record<string, string> = {}) {
	return partsOf(
		createConnectionAction({}, formOf({ values: JSON.stringify({ ...newConnection, ...values }), ...fields })),
	);
}

export function remove(connectionId = acme.id) {
	return deleteConnectionAction({}, formOf({ connectionId }));
}

/** All that the console's own store holds. */
export async function kept(): Promise<string> {
	await flushExchanges();
	const database = await dashboardDatabase();
	const tables = ["audit_trail", "exchanges", "flash_messages"] as const;
	return JSON.stringify(await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute())));
}
