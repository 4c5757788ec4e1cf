import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { RefusedPage } from "@/app/_page/notices";
import { CallReference } from "@/app/_page/problem-alert";
import { UnreadPart } from "@/app/_page/unread";
import { listAddress } from "@/app/_tables/list-view";
import { ButtonLink, LineLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { CodeView } from "@/components/ui/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { LogEntry } from "@/lib/contract/log-entry";
import { timeOf } from "@/lib/dashboard/devices/flags";
import { deviceName } from "@/lib/dashboard/devices/user-agent";
import { getLogEntry, logOutcome } from "@/lib/dashboard/management/logs";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { LOG } from "@/lib/dashboard/resources/places";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { entryInWords, entryTitle, idInEntry } from "@/lib/dashboard/tenant-log/entry-in-words";
import { isOwnReference } from "@/lib/dashboard/tenant-log/log-filter";
import { EntryApplication, type EntryNames, EntryTime, EntryUser, entryPage, namesFor } from "../entry-table";

type Props = PageProps<"/log/[id]">;

const TITLE = "Log entry";
const readEntry = cache((id: string) => logOutcome(getLogEntry(id)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	const { value } = await readEntry(decodeURIComponent((await params).id));
	return { title: `${value ? nameInWords(entryTitle(entryInWords(value))) : TITLE} · ${LOG.title}` };
}

/** An entry of the tenant's log, with all that it holds. */
export default async function LogEntryPage({ params }: Props) {
	const id = decodeURIComponent((await params).id);
	const { role } = await requirePageSession(entryPage(id));
	if (!may(role, LOG.permission)) return <RefusedPage title={TITLE} permission={LOG.permission} role={role} />;
	const { value: entry, problem } = await readEntry(id);
	if (entry === null) respondWithNotFound();
	return (
		<>
			<PageHeader
				title={entry ? entryTitle(entryInWords(entry)) : TITLE}
				actions={<ButtonLink href={LOG.path}>All of the log</ButtonLink>}
			>
				<Identifier value={id} label="Copy log ID" />
			</PageHeader>
			{problem ? <UnreadPart problem={problem} /> : null}
			{entry ? <Entry entry={entry} names={await namesFor([entry])} clock={await pageClock()} /> : null}
			{entry === null ? (
				<EmptyState title="No log entry with this ID">
					<p>The tenant no longer keeps it, or it never was in its log. A new entry may take a moment to appear.</p>
				</EmptyState>
			) : null}
		</>
	);
}

type EntryProps = { entry: LogEntry; names: EntryNames; clock: Clock };

function Entry({ entry, names, clock }: EntryProps) {
	const { type, description, connection, ip, hostname, user_agent, audience, scope, organization_id, user_id } = entry;
	const { title, outcome, reason, place, count } = entryInWords(entry);
	const [session, token, reference] = (["session", "token", "reference"] as const).map((of) => idInEntry(of, entry));
	const until = timeOf(entry.details?.until);
	const query = user_id ? `?${new URLSearchParams({ user: user_id })}` : "";
	const json = visibleJson(entry);
	return (
		<div className="grid gap-6">
			<Section title="At a glance">
				<Facts>
					<Fact term="Outcome">
						{outcome === null ? (
							<span className="text-muted">not reported</span>
						) : (
							<Badge tone={outcome === "failed" ? "danger" : "success"}>{outcome}</Badge>
						)}
					</Fact>
					{reason ? (
						<Fact term={outcome === "failed" ? "Why" : "Description"}>
							<Name text={reason} />
						</Fact>
					) : null}
					<Fact term="When">
						<EntryTime entry={entry} clock={clock} />
						{count > 1 ? "At first; the entry counts all within an hour." : null}
					</Fact>
					{until ? (
						<Fact term="Until">
							<TimeText value={until} clock={clock} />
						</Fact>
					) : null}
					<Fact term="User">
						<EntryUser entry={entry} names={names} />
					</Fact>
					<Fact term="Application">
						<EntryApplication entry={entry} names={names} />
					</Fact>
					<TextFact term="Connection" text={connection} />
					<TextFact term="IP address" text={ip} />
					<TextFact term="Place" text={place} />
					<TextFact term="Device" text={user_agent && (deviceName(user_agent) ?? user_agent)} />
					<TextFact term="Host" text={hostname} />
					<TextFact term="Organization" text={organization_id} />
					<TextFact term="Audience" text={listed(audience)} />
					<TextFact term="Scopes" text={listed(scope)} />
					<IdFact term="Session" id={session} href={session ? pageOf("session", session) + query : ""} />
					<IdFact term="Refresh token" id={token} href={token ? pageOf("refresh token", token) : ""} />
					{reference ? (
						<Fact term="Reference">
							{isOwnReference(reference) ? (
								<CallReference reference={reference} className="link" />
							) : (
								<Name className="wrap-anywhere" text={reference} />
							)}
						</Fact>
					) : null}
					<Fact term="Type">{type ? <code>{type}</code> : null}</Fact>
					<TextFact
						term="The tenant’s words"
						text={description === reason || description === title ? null : description}
					/>
				</Facts>
			</Section>
			<Others entry={entry} />
			<details className="text-sm">
				<summary className="link cursor-pointer">All that the tenant recorded</summary>
				<div className="mt-2 grid gap-2">
					<div>
						<CopyButton text={json} label="Copy JSON" />
					</div>
					<CodeView label="The entry as JSON" text={json} />
				</div>
			</details>
		</div>
	);
}

/** Nothing where the entry does not have it. */
function TextFact({ term, text }: { term: string; text: string | null | undefined }): ReactNode {
	if (!text) return null;
	return (
		<Fact term={term}>
			<Name className="wrap-anywhere" text={text} />
		</Fact>
	);
}

function IdFact({ term, id, href }: { term: string; id: string | null | undefined; href: string }): ReactNode {
	if (!id) return null;
	return (
		<Fact term={term}>
			<LineLink href={href}>
				<code>
					<Breakable text={id} />
				</code>
			</LineLink>
		</Fact>
	);
}

/** Searches of the log for what this entry shares with others. */
function Others({ entry: { user_id, user_name, ip, client_id, client_name } }: Pick<EntryProps, "entry">) {
	const searches = [
		{ text: "Of this user", filter: { user: user_id || user_name } },
		{ text: "From this IP address", filter: { ip } },
		{ text: "Of this application", filter: { application: client_id || client_name } },
	].filter(({ filter }) => Object.values(filter).some(Boolean));
	if (searches.length === 0) return null;
	return (
		<Section title="Other entries">
			<p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
				{searches.map(({ text, filter }) => (
					<LineLink key={text} href={listAddress(LOG.path, filter)}>
						{text}
					</LineLink>
				))}
			</p>
		</Section>
	);
}

function listed(values: string | readonly string[] | null | undefined): string {
	return typeof values === "string" ? values : (values ?? []).join(" ");
}

/** Characters that are not drawn, or change the order of others, as JSON may write them. */
function visibleJson(value: unknown): string {
	return JSON.stringify(value, null, 2).replace(/[\p{Cf}\u2028\u2029]/gu, (found) =>
		Array.from({ length: found.length }, (_, index) => {
			const code = found.charCodeAt(index).toString(16).padStart(4, "0");
			return `\\u${code}`;
		}).join(""),
	);
}
