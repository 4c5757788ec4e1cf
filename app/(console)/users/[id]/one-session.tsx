import { NameLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { FactGrid, GridFact, notReported } from "@/components/ui/facts";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { Session } from "@/lib/contract/session";
import { isDeviceOfUserChanged, timeOf } from "@/lib/dashboard/devices/flags";
import { openedBy } from "@/lib/dashboard/devices/opened-by";
import { deviceName, lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { Expiry } from "../../refresh-tokens/token-columns";
import { TokenRows } from "../../refresh-tokens/token-table";
import { EndSession } from "../../sessions/end-session";
import { type Served, servedBy } from "../../sessions/logout-notices";
import { methodInWords, OpenedBy } from "../../sessions/session-facts";
import type { SignInProps } from "./person-part";
import { Address } from "./sign-in-blocks";
import { columnsOfSession } from "./token-section";

type OneSessionProps = SignInProps & {
	session: Session;
	/** The form of a checkbox that selects it; null for none. */
	selectIn: string | null;
};

export function OneSession({ session, signIns, part, selectIn }: OneSessionProps) {
	const { id, device } = session;
	const { names, actorName, logouts } = signIns;
	const name = lastDeviceName(device) ?? "Unknown device";
	const heading = `session-${id}`;
	const opener = openedBy(session, actorName);
	const isChanged = isDeviceOfUserChanged(session);
	const served = servedBy([session], names, logouts);
	// Of the user's tokens some may belong to it that are not read, or can't be.
	const tokens = signIns.tokens.value && {
		tokens: signIns.lines.filter(({ sessionId }) => sessionId === id),
		isCut: signIns.tokens.value.hasMore || signIns.tokens.value.unreadable > 0,
	};
	return (
		<>
			<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-3">
				<div className="flex gap-2">
					{selectIn ? (
						<label className="grid size-8 shrink-0 place-items-center">
							<input
								type="checkbox"
								name="session"
								value={id}
								form={selectIn}
								aria-label={`Select ${nameInWords(name)}, ${id}`}
								className="size-4"
							/>
						</label>
					) : null}
					<h3 id={heading} className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
						<NameLink
							href={pageOf("session", id)}
							className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-2 hover:underline"
							name={name}
						/>
						<code className="text-xs font-normal wrap-anywhere text-muted">
							<Breakable text={id} />
						</code>
						{opener === null ? null : <Badge tone="accent">not the user’s own</Badge>}
						{isChanged ? <Badge tone="warning">device changed</Badge> : null}
					</h3>
				</div>
				{canUse(part.role, "post_session_revoke") ? (
					<EndSession
						session={session}
						served={served}
						tokens={tokens}
						userId={part.userId}
						user={part.person}
						openedBy={opener}
						onUserPage={{ describedBy: heading }}
					/>
				) : null}
				<SessionFacts session={session} served={served} clock={part.clock} />
				{opener === null ? null : <OpenedBy name={opener} />}
				{isChanged ? (
					<p className="basis-full text-sm text-muted">
						It began on <Name text={deviceName(device?.initial_user_agent) ?? "an unknown device"} />
						<Address word="at" ip={device?.initial_ip} />.
					</p>
				) : null}
			</div>
			{tokens && tokens.tokens.length > 0 ? (
				<TokenRows
					// Several sessions may be on the same kind of device.
					label={`Tokens of the session on ${nameInWords(name)}, ${id}`}
					columns={columnsOfSession}
					rows={tokens.tokens}
					part={part}
				/>
			) : tokens ? (
				<p className="border-t border-line p-3 text-sm text-muted">
					{tokens.isCut ? "No refresh token among those loaded." : "No refresh token."}
				</p>
			) : null}
		</>
	);
}

type SessionFactsProps = { session: Session; served: Served; clock: Clock };

function SessionFacts({ session, served, clock }: SessionFactsProps) {
	const { device, authentication, session_metadata } = session;
	const ip = device?.last_ip || device?.initial_ip;
	const methods = new Set((authentication?.methods ?? []).flatMap(({ name }) => name ?? []));
	const keys = Object.keys(session_metadata ?? {}).length;
	const ends = { expiresAt: timeOf(session.expires_at), idleExpiresAt: timeOf(session.idle_expires_at) };
	return (
		<FactGrid>
			<GridFact term="Began">
				<TimeText value={timeOf(session.authenticated_at) ?? session.created_at} clock={clock} isCompact />
			</GridFact>
			<GridFact term="Last used">
				<TimeText value={timeOf(session.last_interacted_at) ?? session.updated_at} clock={clock} isCompact />
			</GridFact>
			<GridFact term="Expires">
				<Expiry of={ends} clock={clock} />
			</GridFact>
			<GridFact term="IP address" isWide>
				{ip ? (
					<code className="wrap-anywhere">
						<Breakable text={ip} />
					</code>
				) : null}
			</GridFact>
			<GridFact term="Applications">
				{served.applications.map(({ name }) => nameInWords(name)).join(", ") ||
					(served.mayBeMore ? notReported : "none")}
				{served.mayBeMore && served.applications.length > 0 ? <>, another {notReported}</> : null}
			</GridFact>
			<GridFact term="Signed in with">{[...methods].map(methodInWords).join(", ") || null}</GridFact>
			<GridFact term="Metadata">
				{session_metadata === undefined ? notReported : keys === 1 ? "1 key" : `${keys} keys`}
			</GridFact>
		</FactGrid>
	);
}
