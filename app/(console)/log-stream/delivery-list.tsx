import { ButtonForm } from "@/app/_forms/action-form";
import { ListPages } from "@/app/_tables/list-controls";
import { Badge } from "@/components/ui/badge";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { isAccepted } from "@/lib/dashboard/log-stream/deliver";
import { DELIVERIES_KEPT_DAYS, type Delivery, isDelivery, listDeliveries } from "@/lib/dashboard/log-stream/deliveries";
import { TEST_EVENT } from "@/lib/dashboard/log-stream/event-types";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { sendAgainAction } from "./log-stream-actions";

type DeliveriesProps = { webhookId: string; from: string | null; clock: Clock };

/** The attempts to deliver events, newest first, page by page; each opens. @param from the checkpoint of a page */
export async function Deliveries({ webhookId, from, clock }: DeliveriesProps) {
	const { deliveries, next } = await listDeliveries(webhookId, from);
	const path = pageOf("webhook", webhookId);
	if (deliveries.length === 0)
		return <p className="text-sm text-muted">Nothing was sent in the last {DELIVERIES_KEPT_DAYS} days.</p>;
	return (
		<>
			<ul aria-label="Deliveries" className="border-t border-line text-sm">
				{deliveries.map((delivery) => (
					<li key={delivery.id} className="border-b border-line">
						<details>
							<summary className="cursor-pointer py-2">
								<Summary delivery={delivery} clock={clock} />
							</summary>
							<Content delivery={delivery} webhookId={webhookId} />
						</details>
					</li>
				))}
			</ul>
			<ListPages
				label="Pages of deliveries"
				first={from && path}
				next={next && `${path}?${new URLSearchParams({ from: next })}`}
				words={["Newest", "Older"]}
			/>
		</>
	);
}

type OneProps = { delivery: Delivery };

function Summary({ delivery, clock }: OneProps & { clock: Clock }) {
	const { id, at, attempt, status, summary } = delivery;
	const isUnsent = !isDelivery(delivery) || wasNothingSent(delivery);
	return (
		<span
			id={id}
			className="ml-1 inline-flex w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-3 gap-y-1 align-middle"
		>
			<span className="min-w-24">
				{status === null ? (
					<Badge tone={isDelivery(delivery) ? "danger" : "warning"}>{isUnsent ? "not sent" : "no response"}</Badge>
				) : (
					<Badge tone={isAccepted({ status }) ? "success" : "danger"}>{status}</Badge>
				)}
			</span>
			<bdi className="min-w-0 grow basis-56 wrap-anywhere">{summary}</bdi>
			{attempt > 1 ? <span className="text-muted">attempt {attempt}</span> : null}
			<TimeText value={at} clock={clock} isCompact />
		</span>
	);
}

/** Of an attempt: the request never left, for the reason in `failure`. */
function wasNothingSent({ request_headers }: Delivery): boolean {
	return request_headers === "{}";
}

/** What was sent, with the reason where there was no response, or nothing was sent. */
function Content({ delivery, webhookId }: OneProps & { webhookId: string }) {
	const { id, event_id, failure, milliseconds, type, request_headers, request_body } = delivery;
	const headers = Object.entries(JSON.parse(request_headers ?? "{}") as Record<string, string>);
	const isAttempt = isDelivery(delivery);
	const isUnsent = isAttempt && wasNothingSent(delivery);
	return (
		<div className="grid gap-3 pb-4 pl-4">
			{failure ? <p>{isUnsent ? `Nothing was sent: ${withSmallInitial(failure)}` : failure}</p> : null}
			{isAttempt && !isUnsent && request_body === null ? (
				<p className="text-muted">What was sent is not known: an earlier version did not keep it.</p>
			) : null}
			<Text title="Headers sent" text={headers.map(([name, value]) => `${name}: ${value}`).join("\n")} />
			<Text title="Body sent" text={request_body === null ? "" : indented(request_body)} />
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				{isAttempt && !isUnsent ? (
					<span className="text-muted">Took {milliseconds.toLocaleString("en")} ms.</span>
				) : null}
				{isAttempt && type !== TEST_EVENT ? (
					<ButtonForm
						action={sendAgainAction}
						label="Send again"
						sends={{ webhookId, event: event_id }}
						aria-describedby={id}
					/>
				) : null}
			</div>
		</div>
	);
}

function withSmallInitial(sentence: string): string {
	return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function Text({ title, text }: { title: string; text: string }) {
	if (text === "") return null;
	return (
		<div className="grid gap-1">
			<h3 className="text-xs text-muted">{title}</h3>
			<pre className="rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
		</div>
	);
}

function indented(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}
