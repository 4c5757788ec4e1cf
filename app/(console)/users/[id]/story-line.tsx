import { ChangeLines, type PastChange, ReasonLine } from "@/app/_history/history-list";
import { LineLink, NameLink, TextLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { LogEntry, LogKind } from "@/lib/contract/log-entry";
import { outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { deviceName } from "@/lib/dashboard/devices/user-agent";
import { inShort } from "@/lib/dashboard/in-short";
import type { ClientNames } from "@/lib/dashboard/management/applications/client-names";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { entryInWords, entryTime, entryTitle } from "@/lib/dashboard/tenant-log/entry-in-words";
import { countOf, type StoryLine } from "@/lib/dashboard/tenant-log/story";
import { entryPage } from "../../log/entry-table";

/** Longer ones are whole on the page of their entry. */
const REASON_LENGTH_MAX = 300;
/** Kinds for which it matters how the user signs in. */
const OF_SIGN_INS: readonly LogKind[] = ["sign-in", "code", "block"];

/** What lines of a story are shown with. */
export type StoryWords = {
	/** The writes of this console, by their identifier. */
	changes: ReadonlyMap<string, PastChange>;
	/** Of applications. */
	names: ClientNames;
	/** Of the devices of listed sessions, by identifier. */
	devices: ReadonlyMap<string, string>;
	clock: Clock;
};

/** An entry of a list: when, what happened, and what is known around it. */
export function StoryItem({ line, words }: StoryProps) {
	return (
		<li className="grid items-baseline gap-x-4 gap-y-0.5 border-t border-line py-2 sm:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[15rem_minmax(0,2fr)_minmax(0,3fr)]">
			<span className="text-muted">
				<TimeText value={line.at} clock={words.clock} missing="Time not reported" />
			</span>
			<div className="min-w-0">
				<What line={line} words={words} />
			</div>
			<div className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-muted empty:hidden sm:col-start-2 xl:col-start-3">
				<Around line={line} words={words} />
			</div>
		</li>
	);
}

type StoryProps = { line: StoryLine; words: StoryWords };

function What({ line, words: { changes, clock } }: StoryProps) {
	const { act, entries, session } = line;
	const change = act && changes.get(act.id);
	if (change) {
		return (
			<>
				<ChangeLines lines={change.lines} />
				<ReasonLine reason={change.reason} />
			</>
		);
	}
	const [entry] = entries;
	if (!entry)
		return session ? (
			<NameLink href={pageOf("session", session.id)} className="link font-medium" name="Session began" />
		) : null;
	const { title, reason, outcome } = entryInWords(entry);
	const failed = outcome === "failed" ? <Badge tone="danger">failed</Badge> : null;
	const what = entryTitle({ title: inShort(title), count: countOf(line) });
	return (
		<>
			{entries.length > 1 ? (
				<details>
					<summary className="min-h-6 cursor-pointer font-medium">
						{what} {failed}
					</summary>
					<Run entries={entries} clock={clock} />
				</details>
			) : (
				<p>
					{entry.log_id ? (
						<NameLink href={entryPage(entry.log_id)} className="link font-medium" name={what} />
					) : (
						<Name className="font-medium" text={what} />
					)}{" "}
					{failed}
				</p>
			)}
			{reason === null ? null : (
				<p className="text-muted wrap-anywhere">
					<Name text={inShort(reason, REASON_LENGTH_MAX)} />
				</p>
			)}
		</>
	);
}

/** By whom, where and with what: as far as it is known. */
function Around({ line: { act, entries, request, session }, words }: StoryProps) {
	const change = act && words.changes.get(act.id);
	if (change) return <ByAdmin change={change} entries={entries} />;
	const [entry] = entries;
	if (!entry) {
		return (
			<>
				{session?.ip ? <IpAddress address={session.ip} place={null} /> : null}
				<Device name={words.devices.get(session?.id ?? "")} />
				<Opener name={session?.openedBy} />
			</>
		);
	}
	const { client_id: client, client_name, connection, ip, user_agent } = entry;
	const { kind, place } = entryInWords(entry);
	const application = client_name || (client && words.names.get(client)) || client;
	return (
		<>
			{application && client ? (
				<NameLink
					href={pageOf("application", client)}
					className="inline-flex min-h-6 items-center underline"
					name={application}
				/>
			) : application ? (
				<Name text={application} />
			) : null}
			{ip ? <IpAddress address={ip} place={place} /> : null}
			<Device name={deviceName(user_agent)} />
			{connection && OF_SIGN_INS.includes(kind) ? <Name text={connection} /> : null}
			{session ? <LineLink href={pageOf("session", session.id)}>Session</LineLink> : null}
			{request?.log_id ? <LineLink href={entryPage(request.log_id)}>Request</LineLink> : null}
			<Opener name={session?.openedBy} />
		</>
	);
}

type ByAdminProps = { change: PastChange; entries: readonly LogEntry[] };

function ByAdmin({ change: { person, account, authorPage, outcome }, entries }: ByAdminProps) {
	return (
		<>
			<span>
				{"by "}
				{authorPage === null ? (
					<Name text={person} />
				) : (
					<NameLink
						href={authorPage}
						title={nameInWords(account)}
						className="inline-flex min-h-6 items-center underline"
						name={person}
					/>
				)}
				{" here"}
			</span>
			{outcome === "done" ? null : (
				<Badge tone={outcome === "unknown" ? "warning" : "neutral"}>{outcomeLabels[outcome]}</Badge>
			)}
			{entries.map(({ log_id }) =>
				log_id ? (
					<LineLink key={log_id} href={entryPage(log_id)}>
						In the log
					</LineLink>
				) : null,
			)}
		</>
	);
}

/** Of a line for several entries: the time of each, which leads to it. */
function Run({ entries, clock }: { entries: readonly LogEntry[]; clock: Clock }) {
	return (
		<ol className="grid gap-0.5 pl-4">
			{entries.map((entry, index) => {
				const { count } = entryInWords(entry);
				const time = <TimeText value={entryTime(entry)} clock={clock} missing="Time not reported" />;
				return (
					<li key={entry.log_id ?? index} className="min-h-6">
						{entry.log_id ? <TextLink href={entryPage(entry.log_id)}>{time}</TextLink> : time}
						{count > 1 ? `, ${count.toLocaleString("en")} times` : ""}
					</li>
				);
			})}
		</ol>
	);
}

/** Who opened a session as the user. */
function Opener({ name }: { name: string | null | undefined }) {
	return name ? (
		<span>
			opened by <Name text={name} /> as this user
		</span>
	) : null;
}

function Device({ name }: { name: string | null | undefined }) {
	return name ? <Name text={name} /> : null;
}

/** With its place, where that is known. */
export function IpAddress({ address, place }: { address: string; place: string | null }) {
	return (
		<span>
			<code className="wrap-anywhere">
				<Breakable text={address} />
			</code>
			{place === null ? null : (
				<>
					{" ("}
					<Name text={place} />)
				</>
			)}
		</span>
	);
}
