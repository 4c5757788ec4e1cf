import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { ScopeMissing } from "@/app/_page/notices";
import { ListPages } from "@/app/_tables/list-controls";
import { NameLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { callsPerUser, restInWords, resultInWords } from "@/lib/dashboard/incidents/incident-words";
import { lastRateGauge } from "@/lib/dashboard/management/call/response";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { secondsPerItem } from "@/lib/dashboard/run-pace";
import type { BulkEditOf, BulkItem, BulkItemState } from "@/lib/dashboard/store/bulk-edit";
import { operationOf } from "../incident-items";

const ITEMS_PER_PAGE = 100;

/** What is to be looked at comes first. */
const ATTENTION: readonly BulkItemState[] = ["refused", "unconfirmed", "not-written", "unread", "writing"];
const place = ({ state }: BulkItem) => (ATTENTION.includes(state) ? 0 : 1);

/** What has become of each line, a page of them, and all as a file. */
export function IncidentResults({ incident, page }: { incident: BulkEditOf<"incident">; page: number }) {
	const { id, items, run, acts, faults } = incident;
	const address = bulkEditPage("incident", id);
	const pages = Math.ceil(items.length / ITEMS_PER_PAGE);
	const current = Math.max(1, Math.min(page, pages));
	const sorted = items.toSorted((one, other) => place(one) - place(other));
	const open = items.filter(({ state }) => state === "planned" || state === "writing").length;
	return (
		<div className="grid gap-3 text-sm">
			{open > 0 ? (
				<>
					<ScopeMissing of={acts.map((act) => operationOf[act])} />
					<p>{`The rest takes ${restInWords(open, callsPerUser(acts), lastRateGauge(), secondsPerItem(id))}`}</p>
				</>
			) : null}
			<p className="flex flex-wrap gap-x-4">
				{open > 0 ? "Results so far:" : "Results:"}
				<a className="text-accent underline" href={`${address}/results`}>
					Download as CSV
				</a>
				<a className="text-accent underline" href={`${address}/results?format=json`}>
					Download as JSON
				</a>
			</p>
			{faults.length > 0 ? (
				<p>{`${faults.length.toLocaleString("en")} ${faults.length === 1 ? "line of the list named no user: it is" : "lines of the list named no user: they are"} in the file.`}</p>
			) : null}
			<ul aria-label="Users" className="border-t border-line">
				{sorted.slice((current - 1) * ITEMS_PER_PAGE, current * ITEMS_PER_PAGE).map((item) => (
					<li
						key={item.position}
						className="grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 wrap-anywhere md:grid-cols-[2fr_3fr]"
					>
						<div>
							{item.listed ? (
								<NameLink href={pageOf("user", item.id)} className="font-medium text-accent" name={item.name} />
							) : (
								<Name className="font-medium" text={item.name} />
							)}
							<div className="text-xs text-muted">line {item.listing?.lines.join(", ")}</div>
						</div>
						<strong className="font-medium">{resultInWords(item, run)}</strong>
					</li>
				))}
			</ul>
			{pages > 1 ? (
				<p>
					Page {current} of {pages}
				</p>
			) : null}
			<ListPages
				label="Pages of users"
				first={current > 1 ? address : null}
				next={current < pages ? `${address}?page=${current + 1}` : null}
			/>
		</div>
	);
}
