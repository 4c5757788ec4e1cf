import type { Metadata } from "next";
import { cache } from "react";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { curlCommand, isWhole } from "@/lib/dashboard/exchanges/curl-command";
import { type Exchange, findOwnExchange } from "@/lib/dashboard/exchanges/exchanges";
import { answerMissing } from "@/lib/dashboard/request/missing-page";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import { callName, rateLimitWords } from "../call-words";
import { AnswerBadge } from "../exchange-table";

type PageProps = { params: Promise<{ id: string }> };

/** Looked up once for the page and its title. */
const exchangeOf = cache(findOwnExchange);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const exchange = (await getSession()) ? await exchangeOf(decodeURIComponent((await params).id)) : null;
	return { title: exchange ? `${callName(exchange)} · API calls` : "API call" };
}

export default async function ApiCallPage({ params }: PageProps) {
	const id = decodeURIComponent((await params).id);
	await requirePageSession(`/api-calls/${encodeURIComponent(id)}`);
	const exchange = await exchangeOf(id);
	if (!exchange) answerMissing();
	return (
		<>
			<PageHeader
				title={exchange ? callName(exchange) : "API call"}
				actions={
					<PageLink href="/api-calls" className={buttonClass()}>
						All API calls
					</PageLink>
				}
			>
				{exchange ? <code className="break-all">{exchange.url}</code> : null}
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
	const clock = await pageClock();
	return (
		<div className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-2">
			<Section title="At a glance">
				<Facts>
					<Fact term="Reference">
						<Identifier value={exchange.reference} label="Copy reference" />
					</Fact>
					<Fact term="When">
						<TimeText value={exchange.at} clock={clock} />
					</Fact>
					<Fact term="Answer">
						<AnswerBadge exchange={exchange} /> after {exchange.milliseconds} ms
					</Fact>
					<Fact term="Rate limit">{rateLimitWords(exchange.responseHeaders, clock) ?? "not said"}</Fact>
				</Facts>
				<details className="text-sm">
					<summary className="w-fit text-accent">Other identifiers</summary>
					<div className="pt-2">
						<Facts>
							<Fact term="Of the browser’s request">
								{exchange.requestId ? <Identifier value={exchange.requestId} label="Copy request id" /> : null}
							</Fact>
							<Fact term="Of this entry">
								<Identifier value={exchange.id} label="Copy entry id" />
							</Fact>
						</Facts>
					</div>
				</details>
			</Section>
			<Section title="As cURL" aside={<CopyButton text={curl} label="Copy cURL command" />}>
				<CodeBlock label="cURL command" text={curl} />
				{hasBodyFile ? (
					<p className="text-sm text-muted">
						Parts of the body are not shown, so the command reads it from a file: write body.txt first.
					</p>
				) : null}
			</Section>
			<Section title="Request">
				<Wire side="Request" headers={exchange.requestHeaders} body={exchange.requestBody} />
			</Section>
			<Section title="Response">
				<Wire side="Response" headers={exchange.responseHeaders} body={exchange.responseBody} />
			</Section>
		</div>
	);
}

type WireProps = { side: "Request" | "Response"; headers: Record<string, string>; body: string | null };

function Wire({ side, headers, body }: WireProps) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return (
		<>
			<Part name={`${side} headers`} text={lines.join("\n")} missing="No headers." />
			<Part name={`${side} body`} text={body === null ? "" : pretty(body)} missing="No body." />
		</>
	);
}

function Part({ name, text, missing }: { name: string; text: string; missing: string }) {
	if (text === "") return <p className="text-sm text-muted">{missing}</p>;
	return (
		<div className="grid gap-1.5">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 className="text-sm text-muted">{name}</h3>
				<CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
			</div>
			<CodeBlock label={name} text={text} />
		</div>
	);
}

function pretty(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}
