import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";
import type { NewestTemplates } from "./newest-templates";

/** What is known of the names behind identifiers, without asking for them. */
export type TargetNames = ReadonlyMap<string, string>;

/** @param answer null where the tenant has not answered yet: its templates go by their identifiers then */
export function targetNames(
	answer: NewestTemplates | null,
	tokens: readonly OpenedRefreshToken[],
	seen: ReadonlyMap<string, string>,
): TargetNames {
	const templates = answer?.kind === "read" ? answer.templates : [];
	return new Map([
		...seen,
		...templates.flatMap(({ id, name }): [string, string][] => (name === id ? [] : [[id, name]])),
		...tokens.flatMap(({ tokenId, user, application }): [string, string][] =>
			user && application ? [[tokenId, `${application} of ${user}`]] : [],
		),
	]);
}
