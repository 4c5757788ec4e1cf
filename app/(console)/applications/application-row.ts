import type { Application } from "@/lib/contract/client/application";
import { appTypeLabel, authMethodLabel, grantLabel, isFapi } from "./_edit/application-labels";
import { methodOf } from "./_snippets/shell";

/** An application as one line of a table. */
export type ApplicationRow = {
	id: string;
	name: string;
	type: string;
	authenticates: string;
	grants: string;
	/** What sets it apart, in words. */
	flags: { text: string; tone: "accent" | "warning" | "neutral" }[];
};

/** @param own identifiers of the console's own two */
export function rowOf(application: Application, own: readonly string[]): ApplicationRow {
	const { client_id: id, name, app_type, grant_types } = application;
	return {
		id,
		name: name || id,
		type: appTypeLabel(app_type),
		authenticates: authMethodLabel(methodOf(application)),
		grants: (grant_types ?? []).map(grantLabel).join(", "),
		flags: [
			...(own.includes(id) ? [{ text: "this console", tone: "neutral" as const }] : []),
			...(isFapi(application) ? [{ text: "FAPI 2.0", tone: "accent" as const }] : []),
			...(application.is_first_party === false ? [{ text: "another company’s", tone: "warning" as const }] : []),
		],
	};
}

/** The rows whose name or identifier holds the text. */
export function matchingRows(rows: readonly ApplicationRow[], text: string): ApplicationRow[] {
	const wanted = text.trim().toLowerCase();
	return rows.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(wanted)));
}
