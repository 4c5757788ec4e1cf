import { Fragment } from "react";
import { TextLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts, notReported } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { lackInWords } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { listPageOf, pageOf } from "@/lib/dashboard/resources/resources";
import { pageFoundBy } from "@/lib/dashboard/search-text";
import type { Presence } from "../../_revocation/presence";
import { LinkedId } from "../../sessions/session-facts";

type TokenFactsProps = {
	token: RefreshToken;
	/** The application's name, and the user's e-mail address or name; the identifiers where the tenant returns none. */
	application: string;
	user: string;
	clock: Clock;
	/** Of its session; absent or null: the token names none. */
	sessionPresence?: Presence | null;
	/** What was searched for to find the token. */
	search?: string | null;
};

const times = [
	["Created", "created_at"],
	["Last exchanged", "last_exchanged_at"],
	["Expires if unused", "idle_expires_at"],
	["Expires at latest", "expires_at"],
] as const satisfies [string, keyof RefreshToken][];

/** Everything about a token but its metadata, its device and its access. */
export function TokenFacts({ token, application, user, clock, sessionPresence = null, search }: TokenFactsProps) {
	const { user_id, client_id, session_id } = token;
	return (
		<Section title="About this token">
			<Facts>
				<Fact term="User">
					{user_id ? (
						<LinkedId
							href={pageOf("user", user_id)}
							text={user === user_id ? "Open the user" : user}
							id={user_id}
							label="Copy user ID"
						>
							<TextLink href={listPageOf("refresh token", user_id)}>All tokens of this user</TextLink>
						</LinkedId>
					) : null}
				</Fact>
				<Fact term="Application">
					{client_id ? (
						<LinkedId
							href={pageOf("application", client_id)}
							text={application === client_id ? "Open the application" : application}
							id={client_id}
							label="Copy client ID"
						/>
					) : null}
				</Fact>
				<Fact term="Session">
					{session_id ? (
						<SessionOfToken
							id={session_id}
							presence={sessionPresence}
							page={pageFoundBy(search, pageOf("session", session_id))}
						/>
					) : null}
				</Fact>
				<Fact term="Rotating">
					{token.rotating === true ? (
						<Badge tone="accent">yes: each exchange returns a new one</Badge>
					) : token.rotating === false ? (
						<Badge>no: the same one stays in use</Badge>
					) : (
						notReported
					)}
				</Fact>
				{times.map(([term, field]) => (
					<Fact key={field} term={term}>
						<TimeText value={token[field]} clock={clock} />
					</Fact>
				))}
			</Facts>
		</Section>
	);
}

type SessionOfTokenProps = { id: string; presence: Presence | null; page: string };

/** The ID of an ended session leads nowhere. */
function SessionOfToken({ id, presence, page }: SessionOfTokenProps) {
	const linked = (
		<span className="identifier">
			<TextLink href={page}>
				<code>
					<Breakable text={id} />
				</code>
			</TextLink>
			<CopyButton text={id} label="Copy session ID" />
		</span>
	);
	if (presence === "there") return linked;
	const lack = lackInWords("get_sessions_by_id");
	return (
		<span className="grid justify-items-start gap-1">
			{presence === "ended" ? (
				<span>This session has ended.</span>
			) : (
				<span className="text-muted">Whether it has ended is not known{lack ? `: ${lack}` : ""}.</span>
			)}
			{presence === "ended" ? <Identifier value={id} label="Copy session ID" /> : linked}
		</span>
	);
}

export function TokenAccess({ resourceServers }: { resourceServers: RefreshToken["resource_servers"] }) {
	return (
		<Section title="Access">
			{resourceServers && resourceServers.length > 0 ? (
				<Facts>
					{resourceServers.map(({ audience, scopes }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered, and an audience may be missing.
						<Fragment key={index}>
							<Fact term="Audience">
								{audience ? (
									<code>
										<Breakable text={audience} />
									</code>
								) : (
									notReported
								)}
							</Fact>
							<Fact term="Scopes">
								<Scopes text={scopes} />
							</Fact>
						</Fragment>
					))}
				</Facts>
			) : (
				<p className="text-sm text-muted">{resourceServers ? "No audience." : "Not reported."}</p>
			)}
		</Section>
	);
}

function Scopes({ text }: { text: string | null | undefined }) {
	const scopes = [...new Set((text ?? "").split(/\s+/).filter(Boolean))];
	if (scopes.length === 0) return <span className="text-muted">{text === "" ? "none" : "not reported"}</span>;
	return (
		<ul aria-label="Scopes" className="flex flex-wrap gap-1.5 text-xs *:rounded *:bg-sunken *:px-1.5 *:py-0.5">
			{scopes.map((scope) => (
				<li key={scope}>
					<code>{scope}</code>
				</li>
			))}
		</ul>
	);
}
