import type { Metadata } from "next";
import { ButtonForm } from "@/app/_forms/action-form";
import { FlashStatus } from "@/app/_page/notices";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { TimeText } from "@/components/ui/time-text";
import { deviceName } from "@/lib/dashboard/devices/user-agent";
import { pageClock } from "@/lib/dashboard/request/page";
import { requirePageSession, sessionIdOfRequest } from "@/lib/dashboard/session/session";
import { listSessions } from "@/lib/dashboard/store/sessions";
import { endSessionAction } from "./session-actions";

export const metadata: Metadata = { title: "Your sessions" };

const SIGN_OUT = "Sign out this session";

export default async function YourSessionsPage() {
	const { subject } = await requirePageSession("/your-sessions");
	const sessions = await listSessions(subject, await sessionIdOfRequest());
	const clock = await pageClock();
	return (
		<>
			<PageHeader title="Your sessions" actions={<SignOutEverywhere count={sessions.length} />}>
				Where you are signed in to this console. A session that is signed out here ends at once; its browser may still
				be signed in at the tenant.
			</PageHeader>
			<FlashStatus path="/your-sessions" />
			<ul aria-label="Your sessions" className="border-t border-line">
				{sessions.map(({ key, user_agent, created_at, last_seen_at, isThis }) => (
					<li
						key={key}
						className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2.5 text-sm md:grid-cols-[minmax(10rem,1.2fr)_1fr_1fr_auto] md:py-1.5"
					>
						<p id={key} className="flex flex-wrap items-center gap-x-2 font-medium">
							{deviceName(user_agent) ?? "Unknown device"} {isThis ? <Badge tone="accent">This one</Badge> : null}
						</p>
						{Object.entries({ "Signed in": created_at, "Last seen": last_seen_at }).map(([words, time]) => (
							<p key={words} className="max-md:grid max-md:grid-cols-[4.5rem_minmax(0,1fr)]">
								<span className="text-muted">{words}</span> <TimeText value={time} clock={clock} />
							</p>
						))}
						{isThis ? (
							<form action="/sign-out" method="post">
								<Button aria-describedby={key}>{SIGN_OUT}</Button>
							</form>
						) : (
							<ButtonForm action={endSessionAction} label={SIGN_OUT} sends={{ session: key }} aria-describedby={key} />
						)}
					</li>
				))}
			</ul>
		</>
	);
}

function SignOutEverywhere({ count }: { count: number }) {
	return (
		<>
			<DialogTrigger dialog="sign-out-everywhere">Sign out everywhere</DialogTrigger>
			<ConfirmDialog
				id="sign-out-everywhere"
				title="Sign out everywhere?"
				action={
					<form action="/sign-out" method="post">
						<input type="hidden" name="everywhere" value="yes" />
						<Button variant="danger">Sign out everywhere</Button>
					</form>
				}
			>
				<p>
					You will be signed out here
					{count > 1 ? ` and in ${count - 1} other ${count === 2 ? "session" : "sessions"}` : ""}. Unsaved edits are
					lost.
				</p>
				{count > 1 ? <p>Other browsers may stay signed in at the tenant.</p> : null}
			</ConfirmDialog>
		</>
	);
}
