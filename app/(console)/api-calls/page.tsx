import type { Metadata } from "next";
import { readRowSort, rowSortText } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { EXCHANGES_KEPT, EXCHANGES_KEPT_HOURS } from "@/lib/dashboard/exchanges/exchange-queue";
import { type ExchangeChoice, listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ExchangeTable, exchangeColumns } from "./exchange-table";

export const metadata: Metadata = { title: "API calls" };

type SearchParams = Promise<Partial<Record<"reference" | "answer" | "sort", string | string[]>>>;

export default async function ApiCallsPage({ searchParams }: { searchParams: SearchParams }) {
	const { reference, answer, ...parameters } = await searchParams;
	const named = typeof reference === "string" && /^[0-9a-f]{8}$/.test(reference) ? reference : null;
	const choice: ExchangeChoice = named ? { reference: named } : answer === "failed" ? "failed" : null;
	const sort = readRowSort(exchangeColumns, parameters.sort);
	const addressOf = (order: typeof sort) =>
		callsAddress({
			...(named ? { reference: named } : {}),
			...(choice === "failed" ? { answer: "failed" } : {}),
			...(order ? { sort: rowSortText(order) } : {}),
		});
	await requirePageSession(addressOf(sort));
	const exchanges = await listOwnExchanges(choice);
	return (
		<>
			<PageHeader
				title="API calls"
				actions={
					choice ? (
						<PageLink href="/api-calls" className={buttonClass()}>
							All API calls
						</PageLink>
					) : null
				}
			>
				{named
					? `What this console sent to the service, and got back, in the call with the reference ${named}.`
					: choice === "failed"
						? `Your calls of the last ${EXCHANGES_KEPT_HOURS} hours that got no answer, a fault of the service (5xx) or a refusal (401, 403, 429).`
						: `The last ${EXCHANGES_KEPT} requests that this console made to the service for you. They are kept for ${EXCHANGES_KEPT_HOURS} hours, without secrets and without the values of metadata; nobody else sees them.`}
			</PageHeader>
			{exchanges.length > 0 ? (
				<ExchangeTable exchanges={exchanges} sort={sort} addressOf={addressOf} />
			) : (
				<NoExchanges choice={choice} />
			)}
		</>
	);
}

function callsAddress(parameters: Record<string, string>): string {
	const query = new URLSearchParams(parameters).toString();
	return query ? `/api-calls?${query}` : "/api-calls";
}

function NoExchanges({ choice }: { choice: ExchangeChoice }) {
	if (choice === "failed") return <EmptyState title="No call of yours failed" />;
	return (
		<EmptyState title={choice ? "No such call of yours" : "No API calls yet"}>
			<p>
				{choice
					? "It is older than what is kept, it was somebody else's, or nothing was sent."
					: "Open the templates, for example, and come back."}
			</p>
		</EmptyState>
	);
}
