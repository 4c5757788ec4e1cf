import type { Metadata } from "next";
import { NotReadAgain, RoleNote, ScopeMissing } from "@/app/_page/notices";
import { Unread, UnreadPart } from "@/app/_page/unread";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { NameLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import type { DeviceGroup } from "@/lib/dashboard/devices/group-devices";
import { clientLogouts } from "@/lib/dashboard/management/applications/client-names";
import { canUse, learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { getUser } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { accessTo, requirePageSession } from "@/lib/dashboard/session/session";
import { personName } from "../../find-users";
import { DeviceChoice } from "./device-choice";
import { type CanEnd, itemsOf, whatCanEnd } from "./device-items";
import { JustRequested } from "./just-requested";
import { LostDeviceForm } from "./lost-device-form";
import { isSessionItem } from "./lost-device-state";
import { type HeldList, LISTS_WITHIN_MS, readDevices } from "./read-devices";
import { endsRequested } from "./requested-writes";
import { devicesSubmitted, submittedChoice } from "./submitted-choice";
import { ticketOf } from "./ticket";
import { livesOnOfAll } from "./what-lives-on";

export const metadata: Metadata = { title: "Lost device · Users" };

/** A user's devices: what ends with the access of one, and what lives on; and its end. */
export default async function LostDevicePage({ params }: PageProps<"/users/[id]/lost-device">) {
	const userId = decodeURIComponent((await params).id);
	const path = pageOf("user", userId);
	const session = await requirePageSession(`${path}/lost-device`);
	const access = await accessTo(session.role, userId);
	const [user, read, logouts, clock] = await Promise.all([
		outcomeOf(getUser(userId), "user"),
		readDevices(userId, LISTS_WITHIN_MS.page),
		clientLogouts(),
		pageClock(),
	]);
	const submitted = await devicesSubmitted(userId, read);
	const devices = submitted ?? read;
	const { sessions, tokens, groups } = devices;
	const problem = read.sessions.problem ?? read.tokens.problem;
	if (user.problem && (user.problem.about === "missing" || (sessions.problem && tokens.problem)))
		return <Unread what="user" id={userId} problem={user.problem} />;
	await learnScopes();
	const person = user.value ? personName(user.value) : userId;
	const ids = [...(sessions.value?.items ?? []), ...(tokens.value?.items ?? [])].map(({ id }) => id);
	const requested = await endsRequested(userId, ids, session.subject);
	const can = whatCanEnd(access.towards);
	const text = await ticketOf(session, userId, devices, requested);
	const canBlock = canUse(session.role, "patch_users_by_id") && userId !== session.subject;
	return (
		<>
			<PageHeader title="Lost device">
				<p>
					Of <NameLink href={path} name={person} className="text-accent underline" />. Choose the device, then end its
					access.
				</p>
			</PageHeader>
			<div className="grid gap-5">
				<RoleNote {...access} permission="endSessions" />
				{may(access.towards, "endSessions") ? (
					<ScopeMissing of={["post_session_revoke", "delete_refresh-tokens_by_id"]} />
				) : null}
				<JustRequested requested={requested.all} subject={session.subject} devices={read} />
				{submitted && problem ? (
					<NotReadAgain problem={problem} />
				) : (
					<>
						{sessions.problem ? (
							<UnreadPart problem={sessions.problem} />
						) : (
							<PartRead list={sessions.value} many="sessions" />
						)}
						{tokens.problem ? (
							<UnreadPart problem={tokens.problem} />
						) : (
							<PartRead list={tokens.value} many="refresh tokens" />
						)}
					</>
				)}
				<LostDeviceForm
					userId={userId}
					canEnd={(can.end || can.revoke) && groups.length > 0}
					endsSessions={sessionsEnd(userId, groups, can)}
					text={text}
				>
					{groups.length === 0 ? (
						devices.isWhole ? (
							<EmptyState title="No device">
								<p>The tenant lists neither a session nor a refresh token of this user.</p>
							</EmptyState>
						) : (
							<p className="text-sm">No device is known: see above what could not be read.</p>
						)
					) : (
						<DeviceChoice
							userId={userId}
							devices={devices}
							logouts={logouts}
							requested={requested.all}
							can={can}
							clock={clock}
						/>
					)}
					{groups.length > 0 ? (
						<div className="grid gap-1 text-sm">
							<h2 className="font-medium">What lives on, whatever you choose</h2>
							<ul className="list-disc pl-5">
								{livesOnOfAll().map((sentence) => (
									<li key={sentence}>{sentence}</li>
								))}
							</ul>
							{canBlock ? (
								<p>
									Until the password is changed, you can <TextLink href={path}>block the user</TextLink>.
								</p>
							) : null}
						</div>
					) : null}
				</LostDeviceForm>
			</div>
		</>
	);
}

/** Whether what is ticked at first has a session; null: that depends on the device. */
function sessionsEnd(userId: string, groups: readonly DeviceGroup[], can: CanEnd): boolean | null {
	const chosen = submittedChoice.of(userId)?.ends;
	if (chosen) return [...chosen].some(isSessionItem);
	const [first = false, ...others] = groups.map((group) => itemsOf(group, can).some(isSessionItem));
	return others.every((other) => other === first) ? first : null;
}

/** What a list lacks: nothing of it is said to be none. */
function PartRead({ list: { items, unreadable, hasMore }, many }: { list: HeldList<unknown>; many: string }) {
	return (
		<>
			<UnreadableRows count={unreadable} />
			{hasMore ? (
				<Alert tone="warning" title={`Only the first ${items.length} ${many} that the tenant lists are here`}>
					The user has more, also on the same devices. End the access of the device, then open this page again.
				</Alert>
			) : null}
		</>
	);
}
