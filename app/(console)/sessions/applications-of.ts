import type { Session } from "@/lib/contract/session";
import { clientIdsOf } from "@/lib/dashboard/management/metadata-holders";
import type { Application } from "../refresh-tokens/token-search-result";

/** The applications that a session serves; null where the tenant does not report them. @param names by identifier */
export function applicationsOf(
	{ clients }: Pick<Session, "clients">,
	names: ReadonlyMap<string, string>,
): Application[] | null {
	return clients ? clientIdsOf({ clients }).map((id) => ({ id, name: names.get(id) ?? id })) : null;
}
