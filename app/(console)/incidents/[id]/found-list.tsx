import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { TextLink } from "@/components/layout/links";
import { Alert, ListAlert } from "@/components/ui/alert";
import { someOf } from "@/lib/dashboard/in-short";
import { callsPerUser } from "@/lib/dashboard/incidents/end-user";
import { actWords, countInWords, planOf, timeInWords, usersInWords } from "@/lib/dashboard/incidents/incident-words";
import { CALLS_PER_ENTRY } from "@/lib/dashboard/incidents/resolve-entry";
import { lastRateGauge } from "@/lib/dashboard/management/call/response";
import { learnScopes, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import type { Session } from "@/lib/dashboard/session/session";
import type { BulkEditOf } from "@/lib/dashboard/store/bulk-edit";
import { findBulkEditHead } from "@/lib/dashboard/store/bulk-edits";
import { INCIDENT_ACTS, type IncidentAct } from "@/lib/dashboard/store/incident";
import { BeginForm, type BeginRow } from "../_list/begin-form";
import { type FoundUser, foundUsers, incidentOf } from "../incident-items";

type List = BulkEditOf<"user list">;

/** Lines shown of those that name no user. */
const FAULTS_SHOWN = 20;

/** What of the pasted text is no user, and what it has more than once. */
export function ListFaults({ list: { faults, repeated } }: { list: List }) {
	const shown = faults.slice(0, FAULTS_SHOWN);
	const more = faults.length - shown.length;
	return (
		<>
			{repeated > 0 ? <p>{`${repeated.toLocaleString("en")} repeated in the list: each user is taken once.`}</p> : null}
			<ListAlert
				tone="warning"
				title="Neither an e-mail address nor a user ID: left out"
				items={[
					...shown.map(({ line, text }) => `Line ${line}: ${text}`),
					...(more > 0 ? [`${more.toLocaleString("en")} or more other lines`] : []),
				]}
			/>
		</>
	);
}

/** Before all are looked up, how long that takes; then whom to choose, or the incident that was begun. */
export async function FoundList({ list, session }: { list: List; session: Session }) {
	const { id, items } = list;
	const gauge = lastRateGauge();
	const open = items.filter(({ state }) => state === "planned" || state === "writing").length;
	if (open > 0) {
		return <p className="text-sm">{`Looking up the rest takes ${timeInWords(open * CALLS_PER_ENTRY, gauge)}`}</p>;
	}
	const incident = incidentOf(id);
	if (await findBulkEditHead(session.subject, incident)) {
		return <TextLink href={bulkEditPage("incident", incident)}>This list was begun as an incident: see it</TextLink>;
	}
	const found = foundUsers(items, session);
	const allowed = found.filter(({ protection }) => protection === null).map(({ user }) => user);
	const missing = items.filter(({ state }) => state === "gone").map(({ name }) => name);
	const unread = items.filter(({ state }) => state === "unread" || state === "left").map(({ name }) => name);
	await learnScopes();
	const offered = INCIDENT_ACTS.map((act) => ({ act, label: actWords[act].label, why: whyNot(act, session) }));
	const chosen = offered.filter(({ why }) => why === null).map(({ act }) => act);
	const ticked = chosen.filter((act) => act !== "block");
	return (
		<div className="grid gap-4">
			<NotFound title={`Not found: ${usersInWords(missing.length)}`} names={missing} />
			<NotFound title={`Not looked up: ${usersInWords(unread.length)}`} names={unread} />
			{allowed.length > 0 ? (
				<div className="grid gap-1 text-sm">
					<p className="font-medium">As it is ticked now:</p>
					{planOf(ticked, allowed).map((line) => (
						<p key={line}>{line}</p>
					))}
					<p>{`With all that can be ticked it takes ${timeInWords(allowed.length * callsPerUser(chosen), gauge)}`}</p>
					<p>This can't be undone, but blocked users can be unblocked.</p>
				</div>
			) : null}
			{found.length > 0 ? <BeginForm list={id} rows={found.map(rowOf)} acts={offered} /> : null}
		</div>
	);
}

/** Why an act is not offered here; null: it is. */
function whyNot(act: IncidentAct, { role }: Session): string | null {
	if (act === "block") return may(role, "blockUsers") ? missingScope("patch_users_by_id") : whoMay("blockUsers");
	return missingScope(act === "end" ? "delete_user_sessions" : "delete_user_refresh-tokens");
}

function NotFound({ title, names }: { title: string; names: readonly string[] }) {
	if (names.length === 0) return null;
	return (
		<Alert tone="warning" title={title}>
			<p className="wrap-anywhere">{someOf(names, { max: 50 })}</p>
		</Alert>
	);
}

function rowOf({ user, listing: { text, lines }, accounts, protection }: FoundUser): BeginRow {
	const facts = [
		user.name !== user.label ? user.name : null,
		user.email !== user.label ? user.email : null,
		user.id,
		`line ${lines.join(", ")}`,
		accounts > 1 ? `one of ${accounts} accounts with ${text}` : null,
	];
	const ends = [
		`Sessions: ${countInWords(user.sessions)}.`,
		`Refresh tokens: ${countInWords(user.tokens)}.`,
		user.blocked === null ? "Blocked: not known." : user.blocked ? "Blocked already." : null,
		user.role === "editor" ? "An editor of this console." : null,
	];
	const row = { id: user.id, label: user.label, detail: inOne(facts, " · "), ends: inOne(ends, " ") };
	return protection === null ? row : { ...row, why: protection };
}

function inOne(parts: readonly (string | null)[], between: string): string {
	return parts.filter(Boolean).join(between);
}
