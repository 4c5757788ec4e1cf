import "./calls.css";
import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { PageMark } from "@/components/layout/page-mark";
import {
	EXCHANGES_KEPT,
	EXCHANGES_KEPT_HOURS,
	type Exchange,
	findOwnExchange,
} from "@/lib/dashboard/exchanges/exchanges";
import { pageClock } from "@/lib/dashboard/request/page";
import { CallDetails } from "./call-details";
import { type CallFilter, isFiltered } from "./call-filter";
import { CallList, listCalls } from "./call-list";
import { callName } from "./call-words";
import { KeptScroll } from "./kept-scroll";

type CallsProps = {
	filter: CallFilter;
	/** The call that the page is about; absent: the page is about the list, with its first call beside it. */
	call?: Exchange | null;
	/** Shown above the page's call, and in its place where it is missing. */
	above?: ReactNode;
	missing?: ReactNode;
};

/** List and call side by side from 1280 px on; below that each is a page of its own. The layout is in `calls.css`. */
export async function Calls({ filter, call, above, missing }: CallsProps) {
	const isList = call === undefined;
	const calls = await listCalls(filter);
	const shown = isList ? calls[0] && (await findOwnExchange(calls[0].id)) : call;
	const clock = await pageClock();
	const [ListTitle, CallTitle] = isList ? (["h1", "h2"] as const) : (["p", "h1"] as const);
	return (
		<div className="calls" data-narrow={isList ? "list" : "call"}>
			<PageMark />
			<div className="call-list">
				<ListTitle tabIndex={-1} className="text-2xl font-semibold outline-none">
					API calls
				</ListTitle>
				<WhatIsListed filter={filter} hasCalls={calls.length > 0} />
				<CallList calls={calls} filter={filter} shownId={shown?.id ?? null} isPage={!isList} clock={clock} />
			</div>
			{shown || missing ? (
				<div className="call">
					{above}
					{shown ? (
						<>
							<CallTitle tabIndex={-1} className="font-mono text-lg font-semibold outline-none">
								{callName(shown)}
							</CallTitle>
							<Query url={shown.url} />
							<CallDetails exchange={shown} clock={clock} />
						</>
					) : (
						missing
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
				<span key={`${name} ${value}`} className="block break-all">
					{name}={value}
				</span>
			))}
		</p>
	);
}

function WhatIsListed({ filter, hasCalls }: { filter: CallFilter; hasCalls: boolean }) {
	const { reference, response } = filter;
	return (
		<p className="mb-4 mt-1 max-w-prose text-sm text-muted">
			{reference
				? `What this console sent to the service, and got back, in the call with the reference ${reference}.`
				: response === "failed"
					? `Your calls of the last ${EXCHANGES_KEPT_HOURS} hours that got no answer, a fault of the service (5xx) or a refusal (401, 403, 429).`
					: `Your last ${EXCHANGES_KEPT} requests to the service, kept for ${EXCHANGES_KEPT_HOURS} hours without secrets and metadata values. Nobody else sees them.`}{" "}
			{isFiltered(filter) && (hasCalls || reference) ? (
				<PageLink href="/api-calls" className="whitespace-nowrap text-accent underline">
					Show all calls
				</PageLink>
			) : null}
		</p>
	);
}
