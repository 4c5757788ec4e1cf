import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { FactGrid, GridFact } from "@/components/ui/facts";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TokenLine } from "../../refresh-tokens/find-tokens";
import { Expiry } from "../../refresh-tokens/token-columns";
import { EndSession } from "../../sessions/end-session";
import { methodInWords, notReported, OpenedBy } from "../../sessions/session-facts";
import type { SessionLine } from "./session-lines";
import { TokensOfSession } from "./token-section";

type OneSessionProps = {
	session: SessionLine & { tokens: TokenLine[] };
	userId: string;
	person: string;
	clock: Clock;
	/** Null where they can't be read; `hasMore`: the user has more, or some that can't be read, which may belong to it. */
	tokens: { hasMore: boolean } | null;
	/** What the applications learn of its end. */
	notices: readonly string[];
	canEnd: boolean;
	canRevoke: boolean;
	/** The form of a checkbox that selects it; null for none. */
	selectIn: string | null;
};

export function OneSession({ session, userId, person, clock, tokens, notices, ...can }: OneSessionProps) {
	const { canEnd, canRevoke, selectIn } = can;
	const { id, now, atStart, openedBy } = session;
	const name = now.device ?? "Unknown device";
	const heading = `session-${id}`;
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
								aria-label={`Select ${name}, ${id}`}
								className="size-4"
							/>
						</label>
					) : null}
					<h3 id={heading} className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
						<PageLink
							href={pageOf("session", id)}
							className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-2 hover:underline"
						>
							<Name text={name} />
						</PageLink>
						<code className="text-xs font-normal break-all text-muted">{id}</code>
						{openedBy === null ? null : <Badge tone="accent">not the person’s own</Badge>}
						{session.isDeviceChanged ? <Badge tone="warning">device changed</Badge> : null}
					</h3>
				</div>
				{canEnd ? (
					<EndSession
						{...{ id, userId, device: now.device, user: person, openedBy, notices }}
						tokens={tokens ? { value: { tokens: session.tokens, isCut: tokens.hasMore } } : null}
						onUserPage={{ describedBy: heading }}
					/>
				) : null}
				<SessionFacts session={session} clock={clock} />
				{openedBy === null ? null : <OpenedBy name={openedBy} />}
				{session.isDeviceChanged ? (
					<p className="basis-full text-sm text-muted">
						It began on <bdi>{atStart.device ?? "an unknown device"}</bdi>
						{atStart.ip ? (
							<>
								{" "}
								at <code className="wrap-anywhere">{atStart.ip}</code>
							</>
						) : null}
						.
					</p>
				) : null}
			</div>
			{tokens ? (
				<TokensOfSession
					tokens={session.tokens}
					isCut={tokens.hasMore}
					name={`${name}, ${id}`}
					{...{ userId, clock, canRevoke }}
				/>
			) : null}
		</>
	);
}

function SessionFacts({ session, clock }: { session: SessionLine; clock: Clock }) {
	const { now, applications, servesUnnamed, methods, metadataKeys } = session;
	return (
		<FactGrid>
			<GridFact term="Began">
				<TimeText value={session.startedAt} clock={clock} isCompact />
			</GridFact>
			<GridFact term="Last used">
				<TimeText value={session.lastUsedAt} clock={clock} isCompact />
			</GridFact>
			<GridFact term="Expires">
				<Expiry of={session} clock={clock} />
			</GridFact>
			<GridFact term="IP address">{now.ip ? <code className="wrap-anywhere">{now.ip}</code> : null}</GridFact>
			<GridFact term="Applications">
				{applications?.map(({ name }) => nameInWords(name)).join(", ") ||
					(servesUnnamed === false ? "none" : notReported)}
				{servesUnnamed && applications?.length ? <>, another {notReported}</> : null}
			</GridFact>
			<GridFact term="Signed in with">{methods.length > 0 ? methods.map(methodInWords).join(", ") : null}</GridFact>
			<GridFact term="Metadata">
				{metadataKeys === null ? notReported : metadataKeys === 1 ? "1 key" : `${metadataKeys} keys`}
			</GridFact>
		</FactGrid>
	);
}
