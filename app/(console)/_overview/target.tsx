import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { sentenceOf, targetPage } from "@/lib/dashboard/audit/sentence";
import { ownedName } from "@/lib/dashboard/management/seen-names";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";
import type { NewestTemplates } from "./newest-templates";

/** A write and its resource, by name where that is known, with a link to its page where it has one. */
export function Target({ entry, names }: { entry: AuditEntry; names: TargetNames }) {
	const { did, target, isName, to } = sentenceOf(entry, entry.name ?? names.get(entry.target) ?? null);
	const page = targetPage(entry);
	const text = isName ? <Name className="font-medium" text={target} /> : <code>{target}</code>;
	const link = (shown: ReactNode) =>
		page ? (
			<PageLink href={page} className="text-accent underline-offset-2 hover:underline">
				{shown}
			</PageLink>
		) : (
			shown
		);
	return (
		<>
			{did} {to === null ? link(text) : text}
			{to === null ? null : <> to {link(<Name className="font-medium" text={to} />)}</>}
		</>
	);
}

/** The known names of identifiers, without requests for them. */
export type TargetNames = ReadonlyMap<string, string>;

/** @param result null where the tenant has not responded yet: its templates are then shown by their identifiers */
export function targetNames(
	result: NewestTemplates | null,
	tokens: readonly OpenedRefreshToken[],
	seen: ReadonlyMap<string, string>,
): TargetNames {
	const templates = result?.kind === "read" ? result.templates : [];
	return new Map([
		...seen,
		...templates.flatMap(({ id, name }): [string, string][] => (name === id ? [] : [[id, name]])),
		...tokens.flatMap(({ tokenId, user, application }): [string, string][] =>
			user && application ? [[tokenId, ownedName(application, user)]] : [],
		),
	]);
}
