import type { Metadata } from "next";
import { FlashStatus, RefusedPage } from "@/app/_page/notices";
import { NameLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Section } from "@/components/ui/section";
import { listWebhooks, WEBHOOKS_MAX } from "@/lib/dashboard/log-stream/webhooks";
import { formPage, pageClock } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { FeedSection } from "./feed-section";
import { WebhookForm } from "./webhook-form";
import { stateInWords, waitingInWords } from "./webhook-words";

const { title, path } = resources.webhook;

export const metadata: Metadata = { title };

export default async function LogStreamPage() {
	const { role, subject } = await requirePageSession(path);
	if (!may(role, "setLogStream")) return <RefusedPage title={title} permission="setLogStream" role={role} />;
	const [webhooks, clock] = await Promise.all([listWebhooks(), pageClock()]);
	return (
		<>
			<PageHeader title={title}>
				Sends changes of configuration made in this console to your own systems, as they happen.
			</PageHeader>
			<FlashStatus path={path} />
			<div className="grid gap-8">
				<Section title="Webhooks">
					{webhooks.length > 0 ? (
						<ul aria-label="Webhooks" className="border-t border-line text-sm">
							{webhooks.map((webhook) => {
								const { tone, word, reason } = stateInWords(webhook);
								return (
									<li
										key={webhook.id}
										className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 md:grid-cols-[minmax(8rem,1fr)_minmax(0,1.5fr)_minmax(0,1.5fr)]"
									>
										<NameLink
											href={pageOf("webhook", webhook.id)}
											className="font-medium text-accent wrap-anywhere"
											name={webhook.name}
										/>
										<code className="text-xs wrap-anywhere">
											<Breakable text={webhook.url} />
										</code>
										<p>
											<Badge tone={tone}>{word}</Badge> {[waitingInWords(webhook), reason].filter(Boolean).join(". ")}
										</p>
									</li>
								);
							})}
						</ul>
					) : null}
					<p className="text-sm text-muted">
						A new webhook gets each event from now on: signed, in order, and again until your receiver accepts it.
					</p>
					<WebhookForm
						id=""
						baseline={null}
						isFull={webhooks.length >= WEBHOOKS_MAX}
						canWrite
						{...formPage(subject, clock)}
					/>
				</Section>
				<FeedSection />
			</div>
		</>
	);
}
