import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { LogTable } from "@/components/ui/log-table";
import { TimeText } from "@/components/ui/time-text";
import type { OperationName } from "@/lib/contract/operations";
import { type AuditEntry, type AuditOutcome, operationLabels, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { pageClock } from "@/lib/dashboard/request/page-clock";

const tones: Record<AuditOutcome, "success" | "danger" | "neutral" | "warning"> = {
	done: "success",
	refused: "danger",
	"not-done": "neutral",
	unknown: "warning",
};

const DIGEST_SHOWN = 10;

export async function ActivityTable({ entries }: { entries: AuditEntry[] }) {
	const clock = await pageClock();
	return (
		<LogTable heads={["When", "Who", "What", "Subject", "Changes", "Outcome", "Digest"]}>
			{entries.map((entry) => (
				<tr key={entry.id} className="border-b border-line align-top last:border-0">
					<td className="px-4 py-2">
						<TimeText value={entry.at} clock={clock} />
					</td>
					<td className="min-w-32 px-4 py-2 [overflow-wrap:anywhere]">{entry.person}</td>
					<td className="min-w-28 px-4 py-2">{operationLabels[entry.operation as OperationName] ?? entry.operation}</td>
					<td className="min-w-48 px-4 py-2">
						<Subject entry={entry} />
					</td>
					<td className="min-w-40 px-4 py-2">
						{entry.changes.length > 0 ? (
							<code className="[overflow-wrap:anywhere]">{entry.changes.join(" ")}</code>
						) : (
							<span className="text-muted">—</span>
						)}
					</td>
					<td className="px-4 py-2">
						<Badge tone={tones[entry.outcome]}>
							{outcomeLabels[entry.outcome]}
							{entry.status ? ` (${entry.status})` : ""}
						</Badge>
						<a href={`/api-calls?reference=${entry.reference}`} className="block text-xs text-accent underline">
							<code>{entry.reference}</code>
						</a>
					</td>
					<td className="whitespace-nowrap px-4 py-2 text-xs text-muted">
						<code>
							{short(entry.digestBefore)} → {short(entry.digestAfter)}
						</code>
					</td>
				</tr>
			))}
		</LogTable>
	);
}

function short(digest: string | null): string {
	return digest ? digest.slice(0, DIGEST_SHOWN) : "—";
}

/** The page of what was written to; a create that failed has only the name that was wanted. */
function Subject({ entry: { operation, target, outcome } }: { entry: AuditEntry }) {
	const area = operation.includes("refresh-tokens") ? "/refresh-tokens" : "/templates";
	const hasPage = outcome === "done" || !operation.startsWith("post_");
	return hasPage ? (
		<PageLink href={`${area}/${encodeURIComponent(target)}`} className="text-accent underline">
			<code className="break-all">{target}</code>
		</PageLink>
	) : (
		<span className="[overflow-wrap:anywhere]">{target}</span>
	);
}
