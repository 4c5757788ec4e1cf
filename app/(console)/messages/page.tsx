import type { Metadata } from "next";
import { RefusedPage } from "@/app/_page/notices";
import { PageHeader } from "@/components/layout/page-header";
import { dashboardConfig } from "@/lib/dashboard/config";
import { OUTBOX } from "@/lib/dashboard/resources/places";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";

const { title, path, permission } = OUTBOX;

export const metadata: Metadata = { title };

/** The embedded service's page of messages, which it shows to its own session of an editor, in the console's frame. */
export default async function MessagesPage() {
	const { role } = await requirePageSession(path);
	if (!may(role, permission)) return <RefusedPage title={title} permission={permission} role={role} />;
	if (!dashboardConfig().tenant.embedded) {
		return <PageHeader title={title}>This tenant sends its messages itself, so there is no outbox.</PageHeader>;
	}
	return (
		<>
			<PageHeader title={title}>
				E-mails and text messages of the last day. The embedded service keeps them here instead of sending them.
			</PageHeader>
			<iframe
				title="Messages"
				src="/outbox?framed"
				className="block h-[calc(100dvh-var(--top-bar)-9rem)] min-h-96 w-full rounded-md border border-line"
			/>
		</>
	);
}
