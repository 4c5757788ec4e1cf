import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { TimeText } from "@/components/ui/time-text";
import { type AuditEntry, personName } from "@/lib/dashboard/audit/audit-entry";
import { EMERGENCY_DAYS, recentEmergencies } from "@/lib/dashboard/audit/emergencies";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { sentenceOf } from "@/lib/dashboard/audit/sentence";
import { seenNames } from "@/lib/dashboard/management/seen";
import { pageClock } from "@/lib/dashboard/request/page";
import { ReasonText } from "./reason-text";

const SHOWN = 5;
/** With those in the fold. */
const LISTED = 20;

/** Tells every admin, for some days, what was saved without the second editor that the rule wants; nothing where nothing was. */
export async function EmergencySaves() {
	const { entries, count, areAllDone } = await recentEmergencies(LISTED);
	if (entries.length === 0) return null;
	const [names, clock] = await Promise.all([seenNames(), pageClock()]);
	const saved = `${count === 1 ? "A change was" : `${count.toLocaleString("en")} changes were`} saved`;
	const title = `${saved}${areAllDone ? "" : ", or may have been,"} without a second editor in the last ${EMERGENCY_DAYS} days`;
	const listOf = (some: readonly AuditEntry[]) => (
		<ul className="grid gap-1">
			{some.map((entry) => (
				<li key={entry.id}>
					<Saved entry={entry} name={entry.name ?? names.get(entry.target) ?? null} />{" "}
					<TimeText value={entry.at} clock={clock} />: <ReasonText reason={reasonLinks(entry.reason)} />{" "}
					<PageLink
						href={`/activity?${new URLSearchParams({ subject: entry.reference })}`}
						className="link"
						aria-label={`In the activity: ${nameInWords(entry.name ?? entry.target)}`}
					>
						In the activity
					</PageLink>
				</li>
			))}
		</ul>
	);
	return (
		<Alert tone="warning" title={title}>
			{listOf(entries.slice(0, SHOWN))}
			{entries.length > SHOWN ? (
				<details>
					<summary className="min-h-6">Older ones</summary>
					{listOf(entries.slice(SHOWN))}
					{count > entries.length ? (
						<p>
							These are the newest {entries.length}.{" "}
							<a href="/activity/export?format=csv" download className="link">
								The activity as CSV
							</a>{" "}
							has all of them, with “true” as “emergency”.
						</p>
					) : null}
				</details>
			) : null}
		</Alert>
	);
}

function Saved({ entry, name }: { entry: AuditEntry; name: string | null }) {
	const { did, target, to } = sentenceOf(entry, name);
	return (
		<>
			<Name title={nameInWords(entry.person)} className="font-medium" text={personName(entry)} /> {did}{" "}
			<Name className="font-medium" text={target} />
			{to === null ? null : (
				<>
					{" "}
					to <Name className="font-medium" text={to} />
				</>
			)}
		</>
	);
}
