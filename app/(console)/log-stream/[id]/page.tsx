import type { Metadata } from "next";
import { cache } from "react";
import { contentOfResponse } from "@/app/_editor/wire";
import { ButtonForm } from "@/app/_forms/action-form";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { historyOf } from "@/app/_history/history";
import { FlashStatus, RefusedPage } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { DELIVERIES_KEPT_DAYS } from "@/lib/dashboard/log-stream/deliveries";
import { getWebhook, type Webhook } from "@/lib/dashboard/log-stream/webhooks";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { formPage, pageClock } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { DeliveryDays } from "../delivery-days";
import { Deliveries } from "../delivery-list";
import {
	addSecretAction,
	pauseWebhookAction,
	removeSecretAction,
	removeWebhookAction,
	sendTestAction,
} from "../log-stream-actions";
import { webhookEditor } from "../log-stream-editors";
import { NewSecret } from "../new-secret";
import { WebhookForm } from "../webhook-form";
import { stateInWords, waitingInWords } from "../webhook-words";

/** Read once for a page and its title. */
const readWebhook = cache((id: string) => outcomeOf(getWebhook(id), "webhook"));

export async function generateMetadata({ params }: PageProps<"/log-stream/[id]">): Promise<Metadata> {
	const { value } = await readWebhook(decodeURIComponent((await params).id));
	return { title: value ? `${nameInWords(value.name)} · Log stream` : "Webhook" };
}

export default async function WebhookPage({ params, searchParams }: PageProps<"/log-stream/[id]">) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("webhook", id);
	const { role, subject } = await requirePageSession(path);
	if (!may(role, "setLogStream"))
		return <RefusedPage title={resources.webhook.title} permission="setLogStream" role={role} />;
	const { value: webhook, problem } = await readWebhook(id);
	if (problem) return <Unread what="webhook" id={id} problem={problem} />;
	const [{ from }, clock, history] = await Promise.all([
		searchParams,
		pageClock(),
		historyOf([webhookEditor], "webhook", id),
	]);
	const isActive = webhook.state === "active";
	return (
		<>
			<PageHeader
				title={webhook.name}
				actions={
					<>
						{webhook.state === "no-secret" ? null : (
							<ButtonForm
								action={pauseWebhookAction}
								label={isActive ? "Pause" : "Resume"}
								sends={{ webhookId: id, paused: isActive ? "yes" : "no" }}
							/>
						)}
						<ConfirmedAction
							verb="Remove webhook"
							action={removeWebhookAction}
							acts={["delete"]}
							sends={{ webhookId: id }}
						>
							<p>
								No more events go to <Name className="font-semibold" text={webhook.name} />, and its deliveries are
								removed.
								{webhook.waiting > 0 ? ` ${waitingInWords(webhook)}, and will not be sent.` : ""}{" "}
								{resources.webhook.stays}
							</p>
						</ConfirmedAction>
					</>
				}
			>
				<Identifier value={webhook.url} label="Copy URL" />
			</PageHeader>
			<FlashStatus path={path} />
			<div className="grid gap-8">
				<State webhook={webhook} clock={clock} />
				<WebhookForm
					id={id}
					baseline={contentOfResponse(webhookEditor, webhook)}
					canWrite
					{...formPage(subject, clock)}
					history={history}
				/>
				<Secrets webhook={webhook} />
				<Section title="Deliveries">
					<ButtonForm action={sendTestAction} label="Send a test event" sends={{ webhookId: id }} />
					<DeliveryDays webhook={webhook} clock={clock} />
					<Deliveries webhookId={id} from={typeof from === "string" ? from : null} clock={clock} />
				</Section>
			</div>
		</>
	);
}

function State({ webhook, clock }: { webhook: Webhook; clock: Clock }) {
	const { tone, word, reason } = stateInWords(webhook);
	const { createdAt, failingSince, lastAcceptedAt, nextAt, removed, state } = webhook;
	const isNew = clock.now.getTime() - Date.parse(createdAt) < DELIVERIES_KEPT_DAYS * 24 * 3_600_000;
	return (
		<div className="grid gap-1 text-sm">
			<p>
				<Badge tone={tone}>{word}</Badge> {reason}
			</p>
			{waitingInWords(webhook) ? <p>{waitingInWords(webhook)}.</p> : null}
			<p>
				{lastAcceptedAt ? (
					<>
						Last accepted <TimeText value={lastAcceptedAt} clock={clock} isCompact hasSeconds />.
					</>
				) : (
					`Nothing accepted ${isNew ? "yet" : `in the last ${DELIVERIES_KEPT_DAYS} days`}.`
				)}
				{failingSince && state === "active" && nextAt ? (
					<>
						{" "}
						Next attempt{" "}
						{new Date(nextAt) > clock.now ? <TimeText value={nextAt} clock={clock} isCompact hasSeconds /> : "now"}.
					</>
				) : null}
			</p>
			{removed > 0 ? (
				<p>Too old to be sent: {removed === 1 ? "1 event" : `${removed.toLocaleString("en")} events`}.</p>
			) : null}
		</div>
	);
}

function Secrets({ webhook: { id, hasOldSecret } }: { webhook: Webhook }) {
	return (
		<Section title="Secret">
			<p className="text-sm">
				{hasOldSecret
					? "Two secrets sign each event. Once your receiver knows the new one, remove the old one."
					: "To replace the secret, add another one. Both sign until you remove the old one, so that nothing is lost."}
			</p>
			{hasOldSecret ? (
				<div>
					<ConfirmedAction
						verb="Remove the old secret"
						title="Remove the old secret?"
						action={removeSecretAction}
						acts={["rotate"]}
						sends={{ webhookId: id }}
					>
						<p>A receiver that knows only the old one refuses what is sent from now on.</p>
					</ConfirmedAction>
				</div>
			) : null}
			<NewSecret action={addSecretAction} button={hasOldSecret ? null : "Add a secret"} webhookId={id}>
				The old secret signs too, until you remove it.
			</NewSecret>
		</Section>
	);
}
