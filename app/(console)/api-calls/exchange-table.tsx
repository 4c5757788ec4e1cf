import { type RowSort, type SortColumns, sortRows, timeOrder } from "@/app/_tables/row-sort";
import { SortHeads } from "@/app/_tables/sort-heads";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable } from "@/components/ui/data-table";
import { TimeText } from "@/components/ui/time-text";
import type { ExchangeSummary } from "@/lib/dashboard/exchanges/exchanges";
import { pageClock } from "@/lib/dashboard/request/page-clock";

type ExchangeSortKey = "request" | "answer" | "time" | "at";

/** Answers and times from the greatest, so that what failed and what took long comes first. */
export const exchangeColumns: SortColumns<ExchangeSummary, ExchangeSortKey> = {
	request: { of: ({ method, url }) => `${pathOf(url)} ${method}` },
	answer: { of: ({ status }) => status ?? Number.POSITIVE_INFINITY, isFromGreatest: true },
	time: { of: ({ milliseconds }) => milliseconds, isFromGreatest: true },
	at: { of: ({ at }) => timeOrder(at), isFromGreatest: true },
};

const titles = [
	["Request", "request"],
	["Answer", "answer"],
	["Time", "time"],
	["When", "at"],
	["Reference", null],
] as const;

type ExchangeTableProps = {
	exchanges: readonly ExchangeSummary[];
	sort: RowSort<ExchangeSortKey> | null;
	addressOf: (sort: RowSort<ExchangeSortKey>) => string;
};

export async function ExchangeTable({ exchanges, sort, addressOf }: ExchangeTableProps) {
	const clock = await pageClock();
	return (
		<DataTable
			label="Requests to the service"
			head={<SortHeads {...{ titles, columns: exchangeColumns, sort, addressOf }} />}
		>
			{sortRows(exchangeColumns, exchanges, sort).map((exchange) => (
				<tr key={exchange.id}>
					<th scope="row" className="w-full" title={`${exchange.method} ${pathOf(exchange.url)}`}>
						<PageLink
							href={`/api-calls/${encodeURIComponent(exchange.id)}`}
							className="text-accent underline-offset-2 hover:underline"
						>
							<code>
								{exchange.method} {pathOf(exchange.url)}
							</code>
						</PageLink>
					</th>
					<Cell label="Answer">
						<AnswerBadge exchange={exchange} />
					</Cell>
					<Cell label="Time" className="tabular-nums">
						{exchange.milliseconds} ms
					</Cell>
					<Cell label="When">
						<TimeText value={exchange.at} clock={clock} isCompact />
					</Cell>
					<Cell label="Reference">
						<code>{exchange.reference}</code>
					</Cell>
				</tr>
			))}
		</DataTable>
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
