import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { type RowSort, timeOrder } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { ExchangeSummary } from "@/lib/dashboard/exchanges/exchanges";
import { pageClock } from "@/lib/dashboard/request/page-clock";

/** Answers and times from the greatest, so that what failed and what took long comes first. */
export const exchangeColumns: Column<ExchangeSummary, Clock>[] = [
	{
		title: "Request",
		sort: { key: "request", of: ({ method, url }) => `${pathOf(url)} ${method}` },
		hint: ({ method, url }) => `${method} ${pathOf(url)}`,
		className: "w-full",
		cell: ({ id, method, url }) => (
			<PageLink
				href={`/api-calls/${encodeURIComponent(id)}`}
				className="text-accent underline-offset-2 hover:underline"
			>
				<code>
					{method} {pathOf(url)}
				</code>
			</PageLink>
		),
	},
	{
		title: "Answer",
		sort: { key: "answer", of: ({ status }) => status ?? Number.POSITIVE_INFINITY, isFromGreatest: true },
		cell: (exchange) => <AnswerBadge exchange={exchange} />,
	},
	{
		title: "Time",
		sort: { key: "time", of: ({ milliseconds }) => milliseconds, isFromGreatest: true },
		className: "tabular-nums",
		cell: ({ milliseconds }) => `${milliseconds} ms`,
	},
	{
		title: "When",
		sort: { key: "at", of: ({ at }) => timeOrder(at), isFromGreatest: true },
		cell: ({ at }, clock) => <TimeText value={at} clock={clock} isCompact />,
	},
	{
		title: "Reference",
		cell: ({ reference }) => <code>{reference}</code>,
	},
];

type ExchangeTableProps = {
	exchanges: readonly ExchangeSummary[];
	sort: RowSort | null;
	addressOf: (sort: RowSort) => string;
};

export async function ExchangeTable({ exchanges, sort, addressOf }: ExchangeTableProps) {
	return (
		<ColumnTable
			label="Requests to the service"
			columns={exchangeColumns}
			rows={exchanges}
			idOf={({ id }) => id}
			shared={await pageClock()}
			sort={sort}
			addressOf={addressOf}
		/>
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
