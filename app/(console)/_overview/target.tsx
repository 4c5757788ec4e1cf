import { PageLink } from "@/components/layout/links";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";
import { targetPage } from "../activity/target-page";
import type { NewestTemplates } from "./newest-templates";

/** What was written to, by its name where that is known, with a link to its page where it has one. */
export function Target({ entry, names }: { entry: AuditEntry; names: TargetNames }) {
	const { target, operation, outcome } = entry;
	const name = names.get(target);
	const text = name ? (
		<bdi>{name}</bdi>
	) : operation.startsWith("post_") && outcome !== "done" ? (
		`“${target}”`
	) : (
		<code>{target}</code>
	);
	const isGone = operation.startsWith("delete_") && outcome === "done";
	const page = isGone ? null : targetPage(entry);
	return page ? (
		<PageLink href={page} className="text-accent underline underline-offset-2">
			{text}
		</PageLink>
	) : (
		text
	);
}

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
