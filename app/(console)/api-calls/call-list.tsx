import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { sortRows, timeOrder } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { type ExchangeSummary, listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { type CallFilter, callsAddress, isChosen, isFiltered } from "./call-filter";
import { CallFilterForm } from "./call-filter-form";
import { pathWords, shortPath } from "./call-words";

/** Shared by all rows: their URLs, and the call that is shown beside the list; `isPage`: the page is its own. */
type Shared = { clock: Clock; addressOf: (id: string) => string; shownId: string | null; isPage: boolean };

/** Responses and times from the greatest, so that failed and slow calls come first. */
export const callColumns: Column<ExchangeSummary, Shared>[] = [
	{
		title: "Request",
		sort: { key: "request", of: ({ method, url }) => `${pathOf(url)} ${method}` },
		className: "w-full",
		cell: ({ id, method, url }, { shownId, isPage, addressOf }) => {
			const { path, query } = pathWords(url);
			const isShown = id === shownId;
			return (
				<div className="grid min-w-0 py-0.5">
					<PageLink
						href={addressOf(id)}
						title={`${method} ${pathOf(url)}`}
						aria-current={isShown && isPage ? "page" : undefined}
						data-shown={isShown ? "" : undefined}
						className="text-xs leading-6! text-accent underline-offset-2 hover:underline"
					>
						<code>
							{method} {shortPath(path)}
						</code>
					</PageLink>
					{query ? (
						<code className="text-xs font-normal text-muted">
							<Breakable text={query} />
						</code>
					) : null}
				</div>
			);
		},
	},
	{
		title: "Status",
		sort: { key: "answer", of: ({ status }) => status ?? Number.POSITIVE_INFINITY, isFromGreatest: true },
		cell: (exchange) => <ResponseBadge {...exchange} />,
	},
	{
		title: "Duration",
		sort: { key: "time", of: ({ milliseconds }) => milliseconds, isFromGreatest: true },
		className: "tabular-nums",
		cell: ({ milliseconds }) => `${milliseconds} ms`,
	},
	{
		title: "When",
		sort: { key: "at", of: ({ at }) => timeOrder(at), isFromGreatest: true },
		cell: ({ at }, { clock }) => <TimeText value={at} clock={clock} isCompact />,
	},
];

/** This admin's calls, filtered and sorted. @throws SessionError */
export async function listCalls(filter: CallFilter): Promise<ExchangeSummary[]> {
	const { reference, response, sort } = filter;
	const calls = await listOwnExchanges(reference ? { reference } : response === "failed" ? "failed" : null);
	const chosen = calls.filter((call) => isChosen(filter, call));
	return sortRows(callColumns, chosen, sort);
}

type CallListProps = Omit<Shared, "addressOf"> & { calls: readonly ExchangeSummary[]; filter: CallFilter };

/** The calls, sorted, with their filter. */
export function CallList({ calls, filter, ...shared }: CallListProps) {
	return (
		<>
			<CallFilterForm filter={filter} />
			{calls.length > 0 ? (
				<div className={ROWS}>
					<ColumnTable
						label="Requests to the tenant"
						columns={callColumns}
						rows={calls}
						idOf={({ id }) => id}
						shared={{ ...shared, addressOf: (id: string) => callsAddress(filter, id) }}
						sort={filter.sort}
						addressOf={(sort) => callsAddress({ ...filter, sort })}
					/>
				</div>
			) : (
				<EmptyState title={isFiltered(filter) ? "None of your calls match" : "No API calls yet"}>
					<p>
						{isFiltered(filter)
							? "Older calls and those of other admins are not listed."
							: "Open a page such as Templates, then come back."}
					</p>
				</EmptyState>
			)}
		</>
	);
}

/** Beside a call: the list scrolls by itself, its table's heads stick to it and not to the window, and the call is marked. */
const ROWS = classNames(
	"call-rows xl:flex xl:min-h-0 xl:flex-col xl:[--top-bar:0rem] xl:[&>.data-table]:overflow-y-auto",
	"xl:[&_tr:has([data-shown])]:bg-accent-soft xl:forced-colors:[&_tr:has([data-shown])]:outline-2 xl:[&_tr:has([data-shown])]:-outline-offset-2",
);

/** The status, or the reason why there is none. */
export function ResponseBadge({ status, failure }: Pick<ExchangeSummary, "status" | "failure">) {
	if (status === null) return <Badge tone="danger">{failure ?? "no response"}</Badge>;
	return <Badge tone={status < 300 ? "success" : status < 500 ? "warning" : "danger"}>{status}</Badge>;
}

function pathOf(url: string): string {
	const { pathname, search } = new URL(url);
	return pathname + search;
}
