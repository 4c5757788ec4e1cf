import "server-only";
import { ERRORS_OF_ONE, ManagementError, type ManagementErrorKind } from "../management/call/errors";
import type { Count, ListedUser, Listing } from "../store/incident";
import type { EndOutcome } from "./end-user";
import type { IncidentPorts } from "./incident-ports";
import { factsOf } from "./incident-user";
import { foldAscii } from "./user-list";

/** Requests for one entry with one account: the user, their sessions and their refresh tokens. */
export const CALLS_PER_ENTRY = 3;

/** After these another count would fail as well, or has to wait. */
const OF_ALL: readonly ManagementErrorKind[] = ["rate-limited", "unreachable", "credentials"];

type Entry = Pick<Listing, "kind" | "text">;

/**
 * The accounts that an entry of a list names, and what would end of each: several where connections have the same e-mail address.
 * @returns the accounts, or why there are none: no such user, an entry that the tenant refuses, a response that can't be used
 * @throws SessionError; ManagementError that concerns every entry
 */
export async function lookUpEntry(
	entry: Entry,
	ports: IncidentPorts,
): Promise<{ users: ListedUser[] } | (EndOutcome & { users?: undefined })> {
	try {
		const users = await accountsOf(entry, ports);
		return users.length > 0 ? { users } : { state: "gone", note: {} };
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		const { kind, reference, serviceMessage } = error;
		if (kind === "rejected") {
			return { state: "refused", note: { message: serviceMessage ?? "It did not say why.", reference } };
		}
		if (!ERRORS_OF_ONE.includes(kind)) throw error;
		return { state: "unread", note: { reference }, stop: error };
	}
}

async function accountsOf({ kind, text }: Entry, ports: IncidentPorts): Promise<ListedUser[]> {
	const found = kind === "id" ? await byId(text, ports) : await byEmail(text, ports);
	const listed: ListedUser[] = [];
	for (const one of found) {
		const { user_id: id } = one;
		listed.push({
			...(await factsOf(one, kind === "email" ? text : null)),
			sessions: await countOrNull(() => ports.countSessions(id)),
			tokens: await countOrNull(() => ports.countTokens(id)),
		});
	}
	return listed;
}

export async function byId(id: string, ports: IncidentPorts) {
	try {
		return [await ports.read(id)];
	} catch (error) {
		if (error instanceof ManagementError && error.kind === "not-found") return [];
		throw error;
	}
}

/** Tenants store addresses in lower case, and compare them as they are: those of outside connections may have another case. */
export async function byEmail(email: string, ports: IncidentPorts) {
	const lower = foldAscii(email);
	const found = new Map<string, Awaited<ReturnType<IncidentPorts["readByEmail"]>>[number]>();
	for (const spelling of new Set([lower, email])) {
		for (const one of await ports.readByEmail(spelling)) {
			if (foldAscii(one.email ?? email) === lower) found.set(one.user_id, one);
		}
	}
	return [...found.values()];
}

async function countOrNull(count: () => Promise<Count>): Promise<Count | null> {
	try {
		return await count();
	} catch (error) {
		if (!(error instanceof ManagementError) || OF_ALL.includes(error.kind)) throw error;
		return null;
	}
}
