import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RefusedPage } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { ListPages } from "@/app/_tables/list-controls";
import { listAddress, readListView } from "@/app/_tables/list-view";
import { UnreadItems } from "@/app/_tables/unread-items";
import { ButtonLink, LineLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { dayInZone } from "@/components/ui/time-in-zone";
import type { Clock } from "@/components/ui/time-text";
import type { User } from "@/lib/contract/user";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import {
	findLogs,
	LOG_PAGE_SIZE,
	LOG_RESULTS_MAX,
	listLogs,
	logOutcome,
	oldestLogTime,
} from "@/lib/dashboard/management/logs";
import { searchUsers } from "@/lib/dashboard/management/users";
import { pageClock } from "@/lib/dashboard/request/page";
import { LOG, LOG_ID } from "@/lib/dashboard/resources/places";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import {
	idSearches,
	isOwnReference,
	type LogFilter,
	logFilterFaults,
	logSearch,
	readLogFilter,
} from "@/lib/dashboard/tenant-log/log-filter";
import { type EntryNames, EntryTable, namesFor } from "./entry-table";
import { LogFilterForm } from "./log-filter-form";

const { title, path } = LOG;
const LAST_PAGE = LOG_RESULTS_MAX / LOG_PAGE_SIZE - 1;

export const metadata: Metadata = { title };

export default async function LogPage({ searchParams }: PageProps<"/log">) {
	const parameters = await searchParams;
	const clock = await pageClock();
	const filter = readLogFilter(parameters, clock.timeZone);
	// The tenant lists no further.
	const page = Math.min(readListView([], parameters).page, LAST_PAGE);
	const { role } = await requirePageSession(addressOf(filter, page));
	if (!may(role, LOG.permission)) return <RefusedPage title={title} permission={LOG.permission} role={role} />;
	if (LOG_ID.test(filter.id)) redirect(`${path}/${filter.id}`);
	// Without what the form left empty, the address is one to send to a colleague.
	if (Object.values(parameters).includes("")) redirect(addressOf(filter, page));
	const faults = logFilterFaults(filter);
	const outcome = Object.keys(faults).length === 0 ? await logOutcome(readEntries(filter, page)) : null;
	const entries = outcome?.value?.entries ?? [];
	const [since, names] = await Promise.all([
		outcome?.value ? oldestLogTime().catch(() => null) : null,
		namesFor(entries),
	]);
	return (
		<>
			<PageHeader title={title}>
				Sign-ins, exchanges, sign-outs, blocks and changes, as the tenant recorded them.{" "}
				{since ? (
					<>
						The log reaches back to{" "}
						<span className="whitespace-nowrap">{dayInZone(new Date(since), clock.timeZone)}</span>.{" "}
					</>
				) : null}
				Times are those of {clock.timeZone}.
			</PageHeader>
			<div className="grid gap-5">
				<LogFilterForm filter={filter} faults={faults} />
				{outcome?.value ? <Listed {...outcome.value} names={names} filter={filter} page={page} clock={clock} /> : null}
				{outcome?.problem ? <UnreadPart problem={outcome.problem} /> : null}
			</div>
		</>
	);
}

type Entries = Awaited<ReturnType<typeof listLogs>>;

/** A reference or an ID is looked for in all that the rest of the filter finds: there are no further pages. */
async function readEntries(filter: LogFilter, page: number): Promise<Entries> {
	const userIds = await usersWith(filter.user);
	if (filter.id === "") return listLogs({ search: logSearch(filter, userIds), page });
	const [first, all] = idSearches(filter, userIds);
	const found = await findLogs(filter.id, first);
	return { total: null, ...(found.entries.length > 0 ? found : await findLogs(filter.id, all)) };
}

/** The IDs of the users with an e-mail address; none where the tenant does not say it. */
async function usersWith(address: string): Promise<string[]> {
	if (!address.includes("@") || address.includes("|")) return [];
	const isSame = ({ email }: User) => email?.toLowerCase() === address.toLowerCase();
	try {
		const { users } = await searchUsers(address);
		return users.filter(isSame).map(({ user_id }) => user_id);
	} catch (error) {
		if (error instanceof ManagementError) return [];
		throw error;
	}
}

type ListedProps = Entries & { names: EntryNames; filter: LogFilter; page: number; clock: Clock };

function Listed({ entries, total, unread, unreadable, count, names, filter, page, clock }: ListedProps) {
	const isFiltered = addressOf(filter) !== path;
	const isCounted = total !== null && total < LOG_RESULTS_MAX;
	const isPart = filter.id === "" && count === LOG_PAGE_SIZE && !(isCounted && (page + 1) * LOG_PAGE_SIZE >= total);
	const hasNext = isPart && page < LAST_PAGE;
	return (
		<>
			<UnreadItems count={unread} what="log entry" unreadable={unreadable} />
			{entries.length > 0 ? (
				<>
					<div className="flex flex-wrap items-baseline gap-x-4 text-sm text-muted">
						<p role="status">
							{filter.id === "" ? countInWords(count, page, total) : foundInWords(entries.length, count)}
							{isPart && !hasNext ? ". The tenant lists no more: narrow the filter to see older ones" : ""}
						</p>
						{isFiltered ? <LineLink href={path}>{WHOLE_LOG}</LineLink> : null}
					</div>
					<EntryTable entries={entries} names={names} clock={clock} />
				</>
			) : filter.id === "" && count > 0 ? null : filter.id === "" && page > 0 ? (
				<EmptyState title="Nothing on this page" />
			) : isFiltered ? (
				<EmptyState title="Nothing matches">
					<NothingMatches filter={filter} readable={count - unread - unreadable} />
					<ButtonLink href={path}>{WHOLE_LOG}</ButtonLink>
				</EmptyState>
			) : (
				<EmptyState title="Nothing in the log">
					<p>What happens in the tenant appears here.</p>
				</EmptyState>
			)}
			<ListPages
				label="Pages of the log"
				first={page > 0 ? addressOf(filter) : null}
				next={hasNext ? addressOf(filter, page + 1) : null}
				words={["Newest entries", "Older entries"]}
			/>
		</>
	);
}

const WHOLE_LOG = "Show the whole log";

type NothingMatchesProps = { filter: LogFilter /** Entries in which a reference was looked for. */; readable: number };

function NothingMatches({ filter, readable }: NothingMatchesProps) {
	const { id, text, user, application } = filter;
	return (
		<>
			<p>
				{id === ""
					? "Older entries may no longer be kept, and new ones may follow in a moment."
					: nowhereInWords(filter, readable)}
			</p>
			{text || user || application ? (
				<p>
					Case matters.
					{text ? " One or two characters are looked for only at the beginning of a value." : ""}
					{user || application ? " Names are compared whole." : ""}
				</p>
			) : null}
		</>
	);
}

function nowhereInWords(filter: LogFilter, readable: number): string {
	if (readable === 0) return "There are no entries in which it could be looked for.";
	const isRest = addressOf({ ...filter, id: "" }) !== path;
	const all = readable < LOG_RESULTS_MAX ? readable : NEWEST;
	const changes = all === NEWEST && isOwnReference(filter.id) && filter.kind === "";
	return `None of the ${all} entries${isRest ? " that the rest of the filter finds" : ""} has this reference or ID${changes ? `, nor has any of the ${NEWEST} changes` : ""}.`;
}

/** "1 entry, among the newest 1,000 searched": of a reference or an ID. */
function foundInWords(found: number, count: number): string {
	const words = found === 1 ? "1 entry" : `${found} entries`;
	return count < LOG_RESULTS_MAX ? words : `${words}, among the ${NEWEST} searched`;
}

const NEWEST = `newest ${LOG_RESULTS_MAX.toLocaleString("en")}`;

/** "Entries 51 to 100 of 163". No tenant counts further than it lists. */
function countInWords(count: number, page: number, total: number | null): string {
	const [first, last] = [page * LOG_PAGE_SIZE + 1, page * LOG_PAGE_SIZE + count];
	if (page === 0 && total === count) return count === 1 ? "1 entry" : `${count} entries`;
	const most = LOG_RESULTS_MAX.toLocaleString("en");
	const of = total === null ? "" : total < LOG_RESULTS_MAX ? ` of ${total}` : ` of ${most} or more`;
	return `Entries ${first} to ${last.toLocaleString("en")}${of}`;
}

function addressOf({ timeZone: _, ...filter }: LogFilter, page = 0): string {
	return listAddress(path, { ...filter, page });
}
