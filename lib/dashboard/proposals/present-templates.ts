import "server-only";
import type { Actor } from "../management/call/client";
import { dashboardDatabase } from "../store/dashboard-database";
import { newestVersions } from "../store/template-versions";
import type { StoredTemplate } from "../templates/plan-templates";
import { readTemplatesOf } from "../templates/template-access";
import { namesGiven, type Others } from "./merge-proposal";
import type { Proposal } from "./proposal";

/** What the tenant has of the templates that a proposal changes, of the names that it gives, and of what it restores. */
export type Present = { present: (id: string) => StoredTemplate | null; others: Others };

/** @throws ManagementError, SessionError */
export async function presentOf({ items }: Pick<Proposal, "items">, actor?: Actor): Promise<Present> {
	const gone = items.flatMap(({ restores }) => (restores === undefined ? [] : [restores]));
	const versions = await newestVersions(await dashboardDatabase(), gone);
	const again = (goneId: string) => versions.get(goneId)?.againId ?? null;
	const ids = [...items.map(({ id }) => id), ...gone.map(again)].flatMap((id) => (id === null ? [] : [id]));
	const found = await readTemplatesOf(ids, actor, namesGiven(items));
	const present = (id: string | null) => (id === null ? null : (found.get(id) ?? null));
	const byName = new Map([...found.values()].map((one) => [one.label, one]));
	return {
		present,
		others: { named: (name) => byName.get(name) ?? null, restoredAs: (goneId) => present(again(goneId)) },
	};
}
