import type { ReactNode } from "react";
import { ChangeLines, type PastChange } from "@/app/_history/history-list";
import { NameLink, TextLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { LogEntry } from "@/lib/contract/log-entry";
import { outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { deviceName } from "@/lib/dashboard/devices/user-agent";
import type { ClientNames } from "@/lib/dashboard/management/applications/client-names";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { entryInWords, entryTime, entryTitle } from "@/lib/dashboard/tenant-log/entry-in-words";
import { countOf, type StoryLine } from "@/lib/dashboard/tenant-log/story";

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

/** An entry of a list: when, and what happened, with all that is known of it. */
export function StoryItem({ line, words }: { line: StoryLine; words: StoryWords }) {
	return (
		<li className="grid gap-x-4 gap-y-0.5 border-t border-line py-2 sm:grid-cols-[15rem_minmax(0,1fr)]">
			<span className="text-muted">
				<TimeText value={line.at} clock={words.clock} missing="Time not reported" />
			</span>
			<div className="grid min-w-0 gap-0.5">
				<What line={line} words={words} />
			</div>
		</li>
	);
}

function What({ line, words }: { line: StoryLine; words: StoryWords }) {
	const { act, entries, session } = line;
	const change = act && words.changes.get(act.id);
	if (change) {
		const { person, account, authorPage, outcome, lines } = change;
		return (
			<>
				<ChangeLines lines={lines} />
				<Details>
					<span>
						by{" "}
						{authorPage === null ? (
							<Name text={person} />
						) : (
							<NameLink href={authorPage} title={nameInWords(account)} className="underline" name={person} />
						)}
						{" in this console"}
					</span>
					{outcome === "done" ? null : (
						<Badge tone={outcome === "unknown" ? "warning" : "neutral"}>{outcomeLabels[outcome]}</Badge>
					)}
					{entries.map((entry) =>
						entry.log_id ? (
							<TextLink key={entry.log_id} href={pageOfEntry(entry.log_id)}>
								{entryInWords(entry).title}
							</TextLink>
						) : null,
					)}
				</Details>
			</>
		);
	}
	const [entry] = entries;
	if (!entry) {
		return session ? (
			<p>
				<TextLink href={pageOf("session", session.id)}>Session began</TextLink>
				<Details>
					<Device name={words.devices.get(session.id)} />
					{session.ip ? <IpAddress address={session.ip} place={null} /> : null}
				</Details>
			</p>
		) : null;
	}
	const { title, reason } = entryInWords(entry);
	const what = entryTitle({ title, count: countOf(line) });
	return (
		<>
			{entry.log_id && entries.length === 1 ? (
				<p>
					<NameLink href={pageOfEntry(entry.log_id)} className="link font-medium" name={what} />
				</p>
			) : (
				<details>
					<summary className="min-h-6 cursor-pointer font-medium">
						<Name text={what} />
					</summary>
					<Run entries={entries} clock={words.clock} />
				</details>
			)}
			{reason === null ? null : (
				<p>
					<Name className="wrap-anywhere" text={reason} />
				</p>
			)}
			<Circumstances entry={entry} session={session?.id} words={words} />
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
					<li key={entry.log_id ?? index}>
						{entry.log_id ? <TextLink href={pageOfEntry(entry.log_id)}>{time}</TextLink> : time}
						{count > 1 ? `, ${count.toLocaleString("en")} times` : ""}
					</li>
				);
			})}
		</ol>
	);
}

type CircumstancesProps = { entry: LogEntry; session: string | undefined; words: StoryWords };

/** Where and by what: as far as the entry has it. */
function Circumstances({ entry, session, words }: CircumstancesProps) {
	const { client_id: client, client_name, connection, ip, user_agent } = entry;
	const application = client_name || (client && words.names.get(client)) || client;
	return (
		<Details>
			{application ? (
				client ? (
					<NameLink href={pageOf("application", client)} className="underline" name={application} />
				) : (
					<Name text={application} />
				)
			) : null}
			{connection ? (
				<span>
					connection <Name text={connection} />
				</span>
			) : null}
			{ip ? <IpAddress address={ip} place={entryInWords(entry).place} /> : null}
			<Device name={deviceName(user_agent)} />
			{session ? <TextLink href={pageOf("session", session)}>Session</TextLink> : null}
		</Details>
	);
}

function Details({ children }: { children: ReactNode }) {
	return <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted empty:hidden">{children}</span>;
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

function pageOfEntry(id: string): string {
	return `/log/${encodeURIComponent(id)}`;
}
