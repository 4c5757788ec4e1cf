import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { curlCommand, isWhole } from "@/lib/dashboard/exchanges/curl-command";
import type { Exchange } from "@/lib/dashboard/exchanges/exchanges";
import { ResponseBadge } from "./call-list";
import { rateLimitWords } from "./call-words";

/** The details of a call: request and response, without secrets. */
export function CallDetails({ exchange, clock }: { exchange: Exchange; clock: Clock }) {
	const curl = curlCommand(exchange);
	const hasBodyFile = exchange.requestBody !== null && !isWhole(exchange.requestBody);
	return (
		<div className="grid gap-5">
			<Section title="At a glance">
				<Facts>
					<Fact term="Reference">
						<Identifier value={exchange.reference} label="Copy reference" />
					</Fact>
					<Fact term="When">
						<TimeText value={exchange.at} clock={clock} />
					</Fact>
					<Fact term="Status">
						<ResponseBadge {...exchange} /> after {exchange.milliseconds} ms
					</Fact>
					<Fact term="Rate limit">{rateLimitWords(exchange.responseHeaders, clock) ?? "not reported"}</Fact>
					<Fact term="Browser’s request">
						{exchange.requestId ? <Identifier value={exchange.requestId} label="Copy request ID" /> : null}
					</Fact>
				</Facts>
			</Section>
			<Wire side="Request" headers={exchange.requestHeaders} body={exchange.requestBody} />
			<Wire side="Response" headers={exchange.responseHeaders} body={exchange.responseBody} />
			<Section title="As cURL" aside={<CopyButton text={curl} label="Copy cURL command" />}>
				<CodeBlock label="cURL command" text={curl} />
				{hasBodyFile ? (
					<p className="text-sm text-muted">
						Parts of the body are not shown, so the command reads it from a file: write body.txt first.
					</p>
				) : null}
			</Section>
		</div>
	);
}

type WireProps = { side: "Request" | "Response"; headers: Record<string, string>; body: string | null };

function Wire({ side, headers, body }: WireProps) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return (
		<Section title={side}>
			<Part name={`${side} headers`} text={lines.join("\n")} missing="No headers." />
			<Part name={`${side} body`} text={body === null ? "" : pretty(body)} missing="No body." />
		</Section>
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
