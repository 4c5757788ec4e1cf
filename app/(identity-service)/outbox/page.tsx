import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { CenteredPage } from "@/components/layout/centered-page";
import { TimeText } from "@/components/ui/time-text";
import { outboxFor } from "@/lib/identity-service/authentication/login/outbox";
import { currentService } from "@/lib/identity-service/current";

export const metadata: Metadata = { title: "Outbox" };

/** What the embedded service would have sent. It holds login codes, so only the tenant's admin may read it. */
export default async function OutboxPage() {
	const service = currentService();
	if (!service) notFound();
	const messages = await outboxFor(service, await headers());
	if (!messages) {
		return (
			<CenteredPage title="Outbox">
				<p className="text-sm">
					The messages of the last day are for this tenant’s admins with the role editor. Sign in to{" "}
					<a href="/" className="text-accent underline">
						the console
					</a>{" "}
					as one, then open this page again.
				</p>
			</CenteredPage>
		);
	}
	return (
		<CenteredPage title="Outbox">
			<p className="text-sm text-muted">
				Emails and text messages of the last day. The embedded service keeps them here instead of sending them.
			</p>
			{messages.length === 0 ? <p className="text-sm">No messages yet.</p> : null}
			<ul className="grid gap-4">
				{messages.map(({ id, connection, recipient, text, created_at }) => (
					<li key={id} className="grid gap-1 border-t border-line pt-3 text-sm">
						<p className="break-all font-medium">
							{connection === "sms" ? "Text message to" : "Email to"} {recipient}
						</p>
						<p className="break-words">{text}</p>
						<p className="text-muted">
							<TimeText value={created_at} now={service.now()} />
						</p>
					</li>
				))}
			</ul>
		</CenteredPage>
	);
}
