import type { Metadata } from "next";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { EXCHANGES_KEPT, EXCHANGES_KEPT_HOURS } from "@/lib/dashboard/exchanges/exchange-queue";
import { listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ExchangeTable } from "./exchange-table";

export const metadata: Metadata = { title: "API calls" };

type SearchParams = Promise<{ reference?: string | string[] }>;

export default async function ApiCallsPage({ searchParams }: { searchParams: SearchParams }) {
	const { reference } = await searchParams;
	const named = typeof reference === "string" && /^[0-9a-f]{8}$/.test(reference) ? reference : null;
	await requirePageSession(named ? `/api-calls?reference=${named}` : "/api-calls");
	const exchanges = await listOwnExchanges(named);
	return (
		<>
			<PageHeader
				title="API calls"
				actions={
					named ? (
						<PageLink href="/api-calls" className={buttonClass()}>
							All API calls
						</PageLink>
					) : null
				}
			>
				{named
					? `What this console sent to the service, and got back, in the call with the reference ${named}.`
					: `The last ${EXCHANGES_KEPT} requests that this console made to the service for you. They are kept for ${EXCHANGES_KEPT_HOURS} hours, without secrets and without the values of metadata; nobody else sees them.`}
			</PageHeader>
			{exchanges.length > 0 ? (
				<ExchangeTable exchanges={exchanges} />
			) : (
				<EmptyState title={named ? "No such call of yours" : "No API calls yet"}>
					<p>
						{named
							? "It is older than what is kept, it was somebody else's, or nothing was sent."
							: "Open the templates, for example, and come back."}
					</p>
				</EmptyState>
			)}
		</>
	);
}
