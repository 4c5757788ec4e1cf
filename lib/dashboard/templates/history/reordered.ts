import "server-only";
import type { Kysely } from "kysely";
import type { DashboardSchema } from "../../store/schema";
import type { TemplateVersion } from "../../store/template-versions";
import { addVersion, removeVersion } from "../../store/write-template-versions";

/**
 * Puts an own version last, where a read shows its state and all later ones are own writes that were under way at the same
 * time: of such writes their end does not say which one the service carried out last.
 * @param versions newest first
 * @returns whether there is such a version
 */
export async function reordered(
	database: Kysely<DashboardSchema>,
	versions: readonly TemplateVersion[],
	isSeen: (version: TemplateVersion) => boolean,
): Promise<boolean> {
	const [last] = versions;
	const index = versions.findIndex((version) => version.origin === "own" && isSeen(version));
	const found = versions[index];
	if (!last || !found || index === 0) return false;
	const later = versions.slice(0, index);
	if (!later.every(({ origin, fromAt }) => origin === "own" && fromAt <= found.at)) return false;
	const { id, templateId, ...version } = found;
	if (await addVersion(database, templateId, last, version)) await removeVersion(database, id);
	return true;
}
