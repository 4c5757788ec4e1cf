import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { curlCommand, isWhole } from "@/lib/dashboard/exchanges/curl-command";
import { type Exchange, findOwnExchange } from "@/lib/dashboard/exchanges/exchanges";
import { answerMissing } from "@/lib/dashboard/request/missing-page";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { AnswerBadge } from "../exchange-table";

export const metadata: Metadata = { title: "API call" };

export default async function ApiCallPage({ params }: { params: Promise<{ id: string }> }) {
	const id = decodeURIComponent((await params).id);
	await requirePageSession(`/api-calls/${encodeURIComponent(id)}`);
	const exchange = await findOwnExchange(id);
	if (!exchange) answerMissing();
	return (
		<>
			<PageHeader
				title="API call"
				actions={
					<PageLink href="/api-calls" className={buttonClass()}>
						All API calls
					</PageLink>
				}
			>
				{exchange ? (
					<code className="break-all">
						{exchange.method} {exchange.url}
					</code>
				) : null}
			</PageHeader>
			{exchange ? (
				<ExchangeDetails exchange={exchange} />
			) : (
				<EmptyState title="No such call of yours">
					<p>It is older than what is kept, or it was somebody else's.</p>
				</EmptyState>
			)}
		</>
	);
}

async function ExchangeDetails({ exchange }: { exchange: Exchange }) {
	const curl = curlCommand(exchange);
	const hasBodyFile = exchange.requestBody !== null && !isWhole(exchange.requestBody);
	const limits = Object.entries(exchange.responseHeaders).filter(([name]) => /^(x-ratelimit-|retry-after)/.test(name));
	return (
		<div className="grid gap-5">
			<Section title="At a glance">
				<dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
					<Fact term="When">
						<TimeText value={exchange.at} clock={await pageClock()} />
					</Fact>
					<Fact term="Answer">
						<AnswerBadge exchange={exchange} /> after {exchange.milliseconds} ms
					</Fact>
					<Fact term="Rate limit">
						{limits.map(([name, value]) => `${name.replace("x-ratelimit-", "")} ${value}`).join(", ") || "not said"}
					</Fact>
					<Fact term="Reference">
						<code>{exchange.reference}</code>
					</Fact>
					<Fact term="Request id">
						<code className="break-all">{exchange.requestId ?? "—"}</code>
					</Fact>
				</dl>
			</Section>
			<Section title="Request">
				<Wire headers={exchange.requestHeaders} body={exchange.requestBody} />
			</Section>
			<Section title="Response">
				<Wire headers={exchange.responseHeaders} body={exchange.responseBody} />
			</Section>
			<Section title="As cURL" aside={<CopyButton text={curl} label="Copy cURL command" />}>
				<Code text={curl} />
				{hasBodyFile ? (
					<p className="text-sm text-muted">
						Parts of the body are not shown, so the command reads it from a file: write body.txt first.
					</p>
				) : null}
			</Section>
		</div>
	);
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{term}</dt>
			<dd className="min-w-0">{children}</dd>
		</>
	);
}

function Wire({ headers, body }: { headers: Record<string, string>; body: string | null }) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return (
		<>
			{lines.length > 0 ? <Code text={lines.join("\n")} /> : <p className="text-sm text-muted">No headers.</p>}
			{body === null ? <p className="text-sm text-muted">No body.</p> : <Code text={pretty(body)} />}
		</>
	);
}

function Code({ text }: { text: string }) {
	return (
		<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs [overflow-wrap:anywhere]">
			<code>{text}</code>
		</pre>
	);
}

function pretty(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}
