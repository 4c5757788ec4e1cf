import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RefusedPage } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { ListPages } from "@/app/_tables/list-controls";
import { listAddress, readListView } from "@/app/_tables/list-view";
import { UnreadItems } from "@/app/_tables/unread-items";
import { ButtonLink } from "@/components/layout/links";
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
import { type LogFilter, logFilterFaults, logSearch, readLogFilter } from "@/lib/dashboard/tenant-log/log-filter";
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

/** A reference is looked for in all that the rest of the filter finds: there are no further pages. */
async function readEntries(filter: LogFilter, page: number): Promise<Entries> {
	const search = logSearch(filter, await usersWith(filter.user));
	if (filter.id === "") return listLogs({ search, page });
	const entries = await findLogs(filter.id, search);
	return { entries, total: entries.length, unread: 0, unreadable: 0, count: entries.length };
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
					<p role="status" className="text-sm text-muted">
						{countInWords(entries.length, page, total)}
						{filter.id === "" ? "" : ` among the newest ${LOG_RESULTS_MAX.toLocaleString("en")}`}
						{isPart && !hasNext ? ". The tenant lists no more: narrow the filter to see older ones" : ""}
					</p>
					<EntryTable entries={entries} names={names} clock={clock} />
				</>
			) : (
				<EmptyState title={isFiltered ? "Nothing matches" : page > 0 ? "Nothing on this page" : "Nothing in the log"}>
					{isFiltered ? (
						<>
							<p>
								{filter.id === ""
									? "Older entries may no longer be kept, and new ones may follow in a moment."
									: `None of the newest ${LOG_RESULTS_MAX.toLocaleString("en")} entries has this reference.`}
							</p>
							<ButtonLink href={path}>Show the whole log</ButtonLink>
						</>
					) : (
						<p>What happens in the tenant appears here.</p>
					)}
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
