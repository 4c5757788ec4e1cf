import "server-only";
import { type Kysely, type Selectable, sql } from "kysely";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { PROPOSAL_STATES, type Proposal, type ProposalHead, type ProposalState, UNDECIDED } from "./proposal";

type Row = Selectable<DashboardSchema["proposals"]>;

/** Without an access check. Null: there is none. */
export async function findProposal(id: string): Promise<Proposal | null> {
	const database = await dashboardDatabase();
	const row = await database.selectFrom("proposals").selectAll().where("id", "=", id).executeTakeFirst();
	return row ? proposalOf(row) : null;
}

/** The proposal of an earlier request of a program with this key. */
export async function findProposalOfProgram(
	tokenId: string,
	key: string,
): Promise<(Proposal & { digest: string | null }) | null> {
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("proposals")
		.selectAll()
		.where("token_id", "=", tokenId)
		.where("program_key", "=", key)
		.executeTakeFirst();
	return row ? { ...proposalOf(row), digest: row.program_digest } : null;
}

export const PROPOSAL_LISTS = ["open", "mine", "decided"] as const;

export type ProposalList = (typeof PROPOSAL_LISTS)[number];

/**
 * Newest first, without an access check.
 * @param before the ID of the last one of the page before
 * @param subject whose they are, by their own hand or by tokens, where the list is "mine"
 */
export async function listProposals(
	list: ProposalList,
	before: string | null,
	size: number,
	subject = "",
): Promise<ProposalHead[]> {
	const database = await dashboardDatabase();
	const now = fromNow(0);
	let query = database.selectFrom("proposals").select(HEAD).orderBy("id", "desc").limit(size);
	if (before) query = query.where("id", "<", before);
	if (list === "mine") return (await query.where("subject", "=", subject).execute()).map(headOf);
	if (list === "decided") {
		const decided = query.where(({ eb, and, not }) => not(and([eb("state", "in", UNDECIDED), isAlive(now)])));
		return (await decided.execute()).map(headOf);
	}
	// By state, in the order of the index: however many are decided.
	const ofState = (state: ProposalState) => query.where("state", "=", state).where(isAlive(now)).execute();
	const rows = (await Promise.all(UNDECIDED.map(ofState))).flat();
	return rows
		.toSorted((one, other) => (one.id < other.id ? 1 : -1))
		.slice(0, size)
		.map(headOf);
}

/** What is accepted stays until it is saved or stopped, though it is not resumed once its time is over. */
export const isAlive = (now: string) => sql<boolean>`(state = 'applying' or expires_at > ${now})`;

/** How many wait for a decision, or for the end of one that was interrupted. */
export async function countOpenProposals(store: Kysely<DashboardSchema>): Promise<number> {
	const { count } = await store
		.selectFrom("proposals")
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.where("state", "in", UNDECIDED)
		.where(isAlive(fromNow(0)))
		.executeTakeFirstOrThrow();
	return Number(count);
}

// biome-ignore format: one list.
const HEAD = [
	"id", "state", "revision", "subject", "author", "author_email", "token_id", "token_name", "reason", "summary",
	"created_at", "changed_at", "expires_at", "decided_subject", "decided_by", "decided_at", "decision_reason",
] as const satisfies readonly (keyof Row)[];

function headOf(row: Pick<Row, (typeof HEAD)[number]>): ProposalHead {
	const { decided_subject: subject, decided_by: by, decided_at: at } = row;
	return {
		id: row.id,
		state: stateOf(row),
		revision: row.revision,
		author: {
			subject: row.subject,
			name: row.author,
			email: row.author_email,
			...(row.token_id !== null && { token: { id: row.token_id, name: row.token_name ?? row.token_id } }),
		},
		reason: row.reason,
		summary: JSON.parse(row.summary),
		createdAt: row.created_at,
		changedAt: row.changed_at,
		expiresAt: row.expires_at,
		decision: subject !== null && by !== null && at !== null ? { subject, by, at, reason: row.decision_reason } : null,
	};
}

/** One that nobody has decided in time has expired, also before that is noted. */
function stateOf({ state, expires_at }: Pick<Row, "state" | "expires_at">, now = fromNow(0)): ProposalState {
	const known = PROPOSAL_STATES.find((one) => one === state) ?? "expired";
	return (known === "open" || known === "returned") && expires_at <= now ? "expired" : known;
}

function proposalOf(row: Row): Proposal {
	return {
		...headOf(row),
		items: JSON.parse(row.items),
		approved: row.approved === null ? null : JSON.parse(row.approved),
		results: row.results === null ? [] : JSON.parse(row.results),
		isBeingSaved: row.state === "applying" && row.lease_until > fromNow(0),
	};
}
