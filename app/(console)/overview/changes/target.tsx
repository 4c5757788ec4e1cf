import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { targetPage } from "../../activity/target-page";
import { BlockLink } from "../block-link";
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
	return page ? <BlockLink href={page}>{text}</BlockLink> : text;
}
