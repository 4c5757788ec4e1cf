import type { ReactNode } from "react";
import type { Names } from "@/app/_editor/kinds/words";
import { Print } from "@/app/_print/print";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type AuditEntry, type AuditOutcome, outcomeLabels, personName } from "@/lib/dashboard/audit/audit-entry";
import { sentenceOf, targetPage } from "@/lib/dashboard/audit/sentence";
import type { RequestPrint } from "@/lib/dashboard/templates/request-print";
import { changesInShort } from "./change-lines";

type EntryProps = { entry: AuditEntry; names: Names };

/** @param isLinked to the page of the resource, where it has one */
export function EntrySentence({ entry, names, isLinked = false }: EntryProps & { isLinked?: boolean }) {
	const { did, target, isName, to } = sentenceOf(entry, entry.name ?? names.get(entry.target) ?? null);
	const page = isLinked ? targetPage(entry) : null;
	const text = isName ? (
		<Name className="font-medium" text={target} />
	) : (
		<code>
			<Name text={target} />
		</code>
	);
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
			<Name title={nameInWords(entry.person)} className="font-medium" text={personName(entry)} /> {did}{" "}
			{to === null ? link(text) : text}
			{to === null ? null : <> to {link(<Name className="font-medium" text={to} />)}</>}
		</>
	);
}

export function EntryChanges({ entry, names }: EntryProps) {
	const changes = changesInShort(entry, names);
	return changes ? <span className="text-muted">: {changes}</span> : null;
}

export type PrintAfterProps = Pick<EntryProps, "entry"> & { prints: ReadonlyMap<string, RequestPrint> };

/** What a template asked for after the change, where that is known. */
export function PrintAfter({ entry, prints }: PrintAfterProps) {
	const print = prints.get(entry.id);
	return print ? <Print of={print} /> : null;
}

const tones: Record<AuditOutcome, "success" | "danger" | "neutral" | "warning"> = {
	done: "success",
	refused: "danger",
	"not-done": "neutral",
	unknown: "warning",
};

/** The outcome of a write, with the service's status, if any. */
export function OutcomeBadge({ outcome, status }: Pick<AuditEntry, "outcome" | "status">) {
	return (
		<Badge tone={tones[outcome]}>
			{outcomeLabels[outcome]}
			{status ? ` (${status})` : ""}
		</Badge>
	);
}
