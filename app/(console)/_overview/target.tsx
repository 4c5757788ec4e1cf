import { PageLink } from "@/components/layout/links";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { targetPage } from "../activity/target-page";
import type { TargetNames } from "./target-names";

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
