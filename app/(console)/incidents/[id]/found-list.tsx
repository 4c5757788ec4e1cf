import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { TextLink } from "@/components/layout/links";
import { Alert, ListAlert } from "@/components/ui/alert";
import { someOf } from "@/lib/dashboard/in-short";
import { actWords, restInWords, usersInWords } from "@/lib/dashboard/incidents/incident-words";
import { CALLS_PER_ENTRY } from "@/lib/dashboard/incidents/resolve-entry";
import { headingInWords } from "@/lib/dashboard/incidents/user-list";
import { lastRateGauge } from "@/lib/dashboard/management/call/response";
import { learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { secondsPerItem } from "@/lib/dashboard/run-pace";
import type { Session } from "@/lib/dashboard/session/session";
import type { BulkEditOf } from "@/lib/dashboard/store/bulk-edit";
import { findBulkEditHead } from "@/lib/dashboard/store/bulk-edits";
import { INCIDENT_ACTS } from "@/lib/dashboard/store/incident";
import { BeginForm, type BeginRow } from "../_list/begin-form";
import { incidentOf, type UserOfList, usersOfList, whyNot } from "../incident-items";

type List = BulkEditOf<"user list">;

/** Lines shown of those that name no user. */
const FAULTS_SHOWN = 20;

/** A form with all of them is one that the server reads. */
const ACCOUNTS_MAX = 2_900;

/** What of the pasted text is no user, and what it has more than once. */
export function ListFaults({ list: { faults, repeated, heading } }: { list: List }) {
	const shown = faults.slice(0, FAULTS_SHOWN);
	const more = faults.length - shown.length;
	return (
		<div className="grid gap-2 pb-2 empty:hidden">
			{heading ? <p className="wrap-anywhere">{headingInWords(heading)}</p> : null}
			{repeated > 0 ? <p>{`${repeated.toLocaleString("en")} repeated in the list: each user is taken once.`}</p> : null}
			<ListAlert
				tone="warning"
				title="Neither an e-mail address nor a user ID: left out"
				items={[
					...shown.map(({ line, text }) => `Line ${line}: ${text}`),
					...(more > 0 ? [`${more.toLocaleString("en")} or more other lines`] : []),
				]}
			/>
		</div>
	);
}

/** Before all are looked up, how long that takes; then whom to choose, or the incident that was begun. */
export async function FoundList({ list, session }: { list: List; session: Session }) {
	const { id, items } = list;
	const gauge = lastRateGauge();
	const open = items.filter(({ state }) => state === "planned" || state === "writing").length;
	if (open > 0) {
		const rest = restInWords(open, CALLS_PER_ENTRY, gauge, secondsPerItem(id));
		return <p className="text-sm">{`Looking up the rest takes ${rest}`}</p>;
	}
	const incident = incidentOf(id);
	if (await findBulkEditHead(session.subject, incident)) {
		return <TextLink href={bulkEditPage("incident", incident)}>This list was begun as an incident: see it</TextLink>;
	}
	const found = usersOfList(items, session);
	const missing = items.filter(({ state }) => state === "gone").map(({ name }) => name);
	const refused = items.filter(({ state }) => state === "refused").map(({ name }) => name);
	const unread = items.filter(({ state }) => state === "unread" || state === "left").map(({ name }) => name);
	await learnScopes();
	const offered = INCIDENT_ACTS.map((act) => ({ act, label: actWords[act].label, why: whyNot(act, session) }));
	return (
		<div className="grid gap-4">
			<NotFound title={`Not found: ${usersInWords(missing.length)}`} names={missing} />
			<NotFound title={`Refused by the tenant: ${usersInWords(refused.length)}`} names={refused} />
			<NotFound title={`Not looked up: ${usersInWords(unread.length)}`} names={unread} />
			{found.length > ACCOUNTS_MAX ? (
				<Alert tone="warning" title={`The list leads to ${found.length.toLocaleString("en")} accounts`}>
					<p>{`At most ${ACCOUNTS_MAX.toLocaleString("en")} can be begun at once. Split the list.`}</p>
				</Alert>
			) : null}
			{found.length > 0 && found.length <= ACCOUNTS_MAX ? (
				<BeginForm list={id} rows={found.map(rowOf)} acts={offered} gauge={gauge} />
			) : null}
		</div>
	);
}

function NotFound({ title, names }: { title: string; names: readonly string[] }) {
	if (names.length === 0) return null;
	return (
		<Alert tone="warning" title={title}>
			<p className="wrap-anywhere">{someOf(names, { max: 50 })}</p>
		</Alert>
	);
}

function rowOf({ user, listing: { text, lines }, accounts, protection }: UserOfList): BeginRow {
	const facts = [
		user.name !== user.label ? user.name : null,
		user.email !== user.label ? user.email : null,
		user.id,
		`line ${lines.join(", ")}`,
		accounts > 1 ? `one of ${accounts} accounts with ${text}` : null,
	];
	const note = [
		user.blocked === null ? "Blocked: not known." : user.blocked ? "Blocked already." : null,
		user.role === "editor" ? "An editor of this console." : null,
	];
	const { id, label, sessions, tokens } = user;
	const row = { id, label, detail: inOne(facts, " · "), note: inOne(note, " "), sessions, tokens };
	return protection === null ? row : { ...row, why: protection };
}

function inOne(parts: readonly (string | null)[], between: string): string {
	return parts.filter(Boolean).join(between);
}
