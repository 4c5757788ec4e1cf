import { cache } from "react";
import { RefusedPage } from "@/app/_page/notices";
import { PageLink } from "@/components/layout/links";
import { PageHeading } from "@/components/layout/page-heading";
import { PageMark } from "@/components/layout/page-mark";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { EXCHANGES_KEPT, EXCHANGES_KEPT_HOURS, findOwnExchange } from "@/lib/dashboard/exchanges/exchanges";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { CallDetails } from "./call-details";
import { callsAddress, isFiltered, readCallFilter } from "./call-filter";
import { CallList, callColumns, listCalls } from "./call-list";
import { callName } from "./call-words";
import { KeptScroll } from "./kept-scroll";

/** Looked up once for a page and its title. */
export const exchangeOf = cache(findOwnExchange);

/**
 * The page of the list, which shows its first call, or of one call. List and call are side by side from 1280 px on, where the
 * list scrolls by itself; below that each is a page of its own.
 * @param id of that call
 */
export async function callsPage({ searchParams }: Pick<PageProps<"/api-calls">, "searchParams">, id?: string) {
	const filter = readCallFilter(callColumns, await searchParams);
	const { role } = await requirePageSession(callsAddress(filter, id));
	const isList = id === undefined;
	const title = isList ? "API calls" : "API call";
	if (!may(role, "seeApiCalls")) return <RefusedPage title={title} permission="seeApiCalls" role={role} />;
	const call = isList ? undefined : await exchangeOf(id);
	if (call === null) respondWithNotFound();
	const calls = await listCalls(filter);
	const shown = isList ? calls[0] && (await exchangeOf(calls[0].id)) : call;
	const clock = await pageClock();
	const [ListTitle, CallTitle] = isList ? (["h1", "h2"] as const) : (["p", "h1"] as const);
	return (
		<div className="items-start xl:grid xl:grid-cols-[minmax(28rem,11fr)_minmax(0,13fr)]">
			<PageMark />
			<div
				className={classNames(
					"top-[calc(var(--top-bar)+1.25rem)] xl:sticky xl:flex xl:max-h-[calc(100dvh-var(--top-bar)-2.5rem)] xl:flex-col xl:pr-6",
					!isList && "max-xl:hidden",
				)}
			>
				<ListTitle tabIndex={-1} className="text-2xl font-semibold outline-none">
					API calls
				</ListTitle>
				<p className="mb-4 mt-1 max-w-prose text-sm text-muted">
					{`Your last ${EXCHANGES_KEPT} requests to the tenant, kept for ${EXCHANGES_KEPT_HOURS} hours without secrets and metadata values. Only you see them. `}
					{filter.reference ? `Only calls with the reference ${filter.reference}. ` : null}
					{isFiltered(filter) ? (
						<PageLink href="/api-calls" className="whitespace-nowrap text-accent underline">
							Show all calls
						</PageLink>
					) : null}
				</p>
				<CallList calls={calls} filter={filter} shownId={shown?.id ?? null} isPage={!isList} clock={clock} />
			</div>
			{shown || !isList ? (
				<div
					className={classNames(
						"min-h-[calc(100dvh-var(--top-bar)-2.5rem)] border-line xl:border-l xl:pl-6",
						isList && "max-xl:hidden",
					)}
				>
					<PageLink href={callsAddress(filter)} className="mb-2 inline-block text-sm text-accent underline xl:hidden">
						All API calls
					</PageLink>
					{shown ? (
						<>
							<CallTitle tabIndex={-1} className="font-mono text-lg font-semibold outline-none">
								{callName(shown)}
							</CallTitle>
							<Query url={shown.url} />
							<CallDetails exchange={shown} clock={clock} />
						</>
					) : (
						<>
							<PageHeading title="API call" />
							<EmptyState title="No such API call">
								<p>It is no longer kept, or it belongs to someone else.</p>
							</EmptyState>
						</>
					)}
				</div>
			) : null}
			<KeptScroll />
		</div>
	);
}

function Query({ url }: { url: string }) {
	const parameters = [...new URL(url).searchParams];
	return (
		<p className="mb-4 mt-1 font-mono text-xs text-muted">
			{parameters.length === 0 ? "No query" : null}
			{parameters.map(([name, value]) => (
				<span key={`${name} ${value}`} className="block wrap-anywhere">
					{name}={value}
				</span>
			))}
		</p>
	);
}
