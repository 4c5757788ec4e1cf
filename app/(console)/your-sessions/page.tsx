import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/time-text";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { requirePageSession, sessionIdOfRequest } from "@/lib/dashboard/session/session";
import { listSessions } from "@/lib/dashboard/store/sessions";
import { deviceName } from "../refresh-tokens/_token/user-agent";

export const metadata: Metadata = { title: "Your sessions" };

export default async function SessionsPage() {
	const { subject } = await requirePageSession("/sessions");
	const sessions = await listSessions(subject, await sessionIdOfRequest());
	const clock = await pageClock();
	return (
		<>
			<PageHeader
				title="Your sessions"
				actions={
					<form action="/sign-out" method="post">
						<input type="hidden" name="everywhere" value="yes" />
						<Button variant="danger">Sign out everywhere</Button>
					</form>
				}
			>
				Where you are signed in to this console. Signing out everywhere ends all of them at once, this one too.
			</PageHeader>
			<ul aria-label="Your sessions" className="border-t border-line">
				{sessions.map(({ user_agent, created_at, last_seen_at, isThis }) => (
					<li
						key={created_at}
						className="grid gap-x-6 gap-y-0.5 border-b border-line py-2.5 text-sm md:grid-cols-[minmax(12rem,1fr)_20rem_20rem]"
					>
						<p className="font-medium">
							{deviceName(user_agent) ?? "Unknown device"} {isThis ? <Badge tone="accent">this one</Badge> : null}
						</p>
						<p>
							Signed in <TimeText value={created_at} clock={clock} />
						</p>
						<p>
							Last seen <TimeText value={last_seen_at} clock={clock} />
						</p>
					</li>
				))}
			</ul>
		</>
	);
}
