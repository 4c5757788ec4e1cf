import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { LogTable } from "@/components/ui/log-table";
import { TimeText } from "@/components/ui/time-text";
import type { ExchangeSummary } from "@/lib/dashboard/exchanges/exchanges";
import { pageClock } from "@/lib/dashboard/request/page-clock";

export async function ExchangeTable({ exchanges }: { exchanges: ExchangeSummary[] }) {
	const clock = await pageClock();
	return (
		<LogTable heads={["When", "Request", "Answer", "Time", "Reference"]}>
			{exchanges.map((exchange) => (
				<tr key={exchange.id} className="border-b border-line align-top last:border-0">
					<td className="px-4 py-2">
						<TimeText value={exchange.at} clock={clock} />
					</td>
					<td className="min-w-64 px-4 py-2">
						<PageLink href={`/api-calls/${encodeURIComponent(exchange.id)}`} className="text-accent underline">
							<code className="break-all">
								{exchange.method} {pathOf(exchange.url)}
							</code>
						</PageLink>
					</td>
					<td className="px-4 py-2">
						<AnswerBadge exchange={exchange} />
					</td>
					<td className="whitespace-nowrap px-4 py-2 tabular-nums">{exchange.milliseconds} ms</td>
					<td className="px-4 py-2">
						<code>{exchange.reference}</code>
					</td>
				</tr>
			))}
		</LogTable>
	);
}

/** The status, or why there is none. */
export function AnswerBadge({
	exchange: { status, failure },
}: {
	exchange: Pick<ExchangeSummary, "status" | "failure">;
}) {
	if (status === null) return <Badge tone="danger">{failure ?? "no answer"}</Badge>;
	return <Badge tone={status < 300 ? "success" : status < 500 ? "warning" : "danger"}>{status}</Badge>;
}

function pathOf(url: string): string {
	const { pathname, search } = new URL(url);
	return pathname + search;
}
