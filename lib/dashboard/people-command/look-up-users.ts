import "server-only";
import { foundUsers } from "../incidents/found-users";
import { type IncidentPorts, isNone } from "../incidents/incident-ports";
import { CALLS_PER_ENTRY, lookUpEntry } from "../incidents/resolve-entry";
import type { BulkItem } from "../store/bulk-edit";
import type { IncidentAct, ListedUser, Listing } from "../store/incident";
import type { Terminal } from "../terminal";
import { type LastEditor, whyLeftOut } from "./last-editor";
import { pace, Stopped } from "./pace";

type Options = {
	acts: readonly IncidentAct[];
	ports: IncidentPorts;
	terminal: Terminal;
	stop: AbortSignal;
	editors: LastEditor;
};

/**
 * The users that a list names, each once and in its order: planned, with nothing to end, or left out; then the entries that
 * lead to none.
 * @throws Stopped; ManagementError where no user can be read
 */
export async function lookUpUsers(entries: readonly Listing[], options: Options): Promise<BulkItem[]> {
	const { ports, terminal, stop, acts, editors } = options;
	const all = entries.length.toLocaleString("en");
	const inWords = (done: number) => `Looked up ${done.toLocaleString("en")} of ${all} …`;
	const turn = pace({ terminal, stop, inWords });
	const named: { listing: Listing; users: ListedUser[] }[] = [];
	const others: Omit<BulkItem, "position">[] = [];
	for (const entry of entries) {
		await turn.next(CALLS_PER_ENTRY);
		const looked = await lookUpEntry(entry, ports);
		if (!looked.users) {
			const { state, note, stop: unread } = looked;
			others.push({ ...itemOf(entry), state, note });
			turn.ended(unread);
			continue;
		}
		named.push({ listing: entry, users: looked.users });
		turn.ended();
	}
	const found = foundUsers(named);
	const leftOut = new Set(await editors.leftOut(found.map(({ user }) => user)));
	if (stop.aborted) throw new Stopped();
	const users: Omit<BulkItem, "position">[] = [];
	for (const { user, listing } of found) {
		// A block ends more than the tenant reports, also of who is blocked already.
		if (acts.includes("block") && user.blocked) user.hasConsoleAccess = await ports.hasConsoleAccess(user.id);
		const item = { ...itemOf(listing), id: user.id, name: user.label, detail: user.name, listed: user };
		if (leftOut.has(user.id)) users.push({ ...item, state: "protected", note: { message: whyLeftOut(user) } });
		else users.push({ ...item, state: isToBeEnded(user, acts) ? "planned" : "unchanged", note: {} });
	}
	return [...users, ...others].map((item, position) => ({ ...item, position }));
}

function itemOf(listing: Listing) {
	return { id: listing.text, name: listing.text, detail: null, baseline: null, listing };
}

/** What is not known may be there. */
function isToBeEnded(user: ListedUser, acts: readonly IncidentAct[]): boolean {
	const { blocked, hasConsoleAccess, sessions, tokens } = user;
	return (
		(acts.includes("block") && (blocked !== true || hasConsoleAccess === true)) ||
		(acts.includes("end") && !isNone(sessions)) ||
		(acts.includes("revoke") && !isNone(tokens))
	);
}
