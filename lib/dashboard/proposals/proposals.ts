import "server-only";
import { randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { dashboardConfig } from "../config";
import { WriteRefused } from "../management/call/errors";
import { dashboardDatabase, fromNow, orderedId } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import type { ItemResult } from "../templates/apply-templates";
import { printOf, type RequestPrint } from "../templates/request-print";
import type { MergedItem } from "./merge-proposal";
import { PROPOSAL_STATES, type ProposalState, type ProposedAction, type ProposedItem, UNDECIDED } from "./proposal";
import { requireRoomOfToken, requireRoomOfUser } from "./token-bounds";

const DAY_MS = 24 * 3_600_000;
/** Of the whole console. */
export const OPEN_PROPOSALS_MAX = 5_000;
/** How long a process that saves an accepted proposal counts as doing so without going on. */
const LEASE_MS = 60_000;

/** Who proposes: a user of the tenant, or the program of a token, whose maker counts as its author. */
export type Author = {
	subject: string;
	name: string;
	/** As the sign-in says, verified or not; null: it says none. */
	email: string | null;
	token?: { id: string; name: string };
};

/** What a list shows of one template. */
export type SummaryItem = {
	action: ProposedAction;
	name: string;
	id: string | null;
	before: RequestPrint | null;
	after: RequestPrint | null;
};

/** What a list shows: the first templates, and how many there are. */
export type ProposalSummary = { items: SummaryItem[]; count: number };

const SUMMARY_ITEMS_MAX = 3;

export type ProposalHead = {
	id: string;
	state: ProposalState;
	revision: number;
	author: Author;
	reason: string | null;
	summary: ProposalSummary;
	createdAt: string;
	changedAt: string;
	expiresAt: string;
	/** Who accepted, declined, withdrew or returned it last. */
	decision: { subject: string; by: string; at: string; reason: string | null } | null;
};

export type Proposal = ProposalHead & {
	items: ProposedItem[];
	/** The result that was accepted, and what became of each of them so far. */
	approved: MergedItem[] | null;
	results: (ItemResult | null)[];
	/** A process is saving it now. */
	isBeingSaved: boolean;
};

export type ProposalComment = { id: string; at: string; subject: string; person: string; text: string };

type Row = Selectable<DashboardSchema["proposals"]>;

/** By what a program finds its proposal again: the key of its request, and the SHA-256 of its content. A command has no key. */
export type ProgramRequest = { key: string | null; digest: string };

/** The console has as many open proposals as there may be: nothing was stored. */
export class TooManyOpen extends WriteRefused {
	override name = "TooManyOpen";

	constructor() {
		super("Nothing was proposed", `There are ${OPEN_PROPOSALS_MAX} open proposals already. Withdraw or decide one.`);
	}
}

/** The command line has just proposed the same: nothing was stored. */
export class SameProposed extends WriteRefused {
	override name = "SameProposed";
	readonly id: string;

	constructor(id: string) {
		super("Nothing was proposed", "The same has just been proposed.");
		this.id = id;
	}
}

/**
 * Stores a proposal.
 * @returns its ID
 * @throws WriteRefused where there are too many open ones, TokenBound of a token's, SameProposed of the command, and the unique violation of a token's key
 */
export async function addProposal(
	author: Author,
	reason: string | null,
	items: readonly ProposedItem[],
	program?: ProgramRequest,
): Promise<string> {
	const now = fromNow(0);
	const id = orderedId(now, randomBytes(9).toString("base64url"));
	const row: Row = {
		id,
		state: "open",
		revision: 1,
		subject: author.subject,
		author: author.name,
		author_email: author.email,
		token_id: author.token?.id ?? null,
		token_name: author.token?.name ?? null,
		program_key: program?.key ?? null,
		program_digest: program?.digest ?? null,
		reason,
		...contentOf(items),
		created_at: now,
		changed_at: now,
		expires_at: expiryFromNow(),
		decided_subject: null,
		decided_by: null,
		decided_at: null,
		decision_reason: null,
		approved: null,
		results: null,
		lease: null,
		lease_until: "",
	};
	await inTransaction(
		await dashboardDatabase(),
		async (store) => {
			if (author.token) await requireRoomOfToken(store, author.token.id);
			else await requireRoomOfUser(store, author.subject);
			// A command has no key by which the store would refuse the second one.
			const same = program?.key === null ? await findSame(store, author.subject, program.digest) : null;
			if (same) throw new SameProposed(same);
			const { count } = await store
				.selectFrom("proposals")
				.select(({ fn }) => fn.countAll<number | string>().as("count"))
				.where("state", "in", UNDECIDED)
				.where("expires_at", ">", now)
				.executeTakeFirstOrThrow();
			if (Number(count) >= OPEN_PROPOSALS_MAX) throw new TooManyOpen();
			await store.insertInto("proposals").values(row).execute();
		},
		"serializable",
	);
	return id;
}

function contentOf(items: readonly ProposedItem[]): Pick<Row, "items" | "summary"> {
	const summary: ProposalSummary = {
		items: items.slice(0, SUMMARY_ITEMS_MAX).map(({ action, name, id, baseline, after }) => ({
			action,
			name,
			id,
			before: baseline && printOf(baseline.elements),
			after: after && printOf(after.elements),
		})),
		count: items.length,
	};
	return { items: JSON.stringify(items), summary: JSON.stringify(summary) };
}

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

/** A proposal of the same content by the same author that is open, or accepted and being saved; null: there is none. */
export async function findSameProposal(subject: string, digest: string): Promise<string | null> {
	return findSame(await dashboardDatabase(), subject, digest);
}

async function findSame(store: Kysely<DashboardSchema>, subject: string, digest: string): Promise<string | null> {
	const found = await store
		.selectFrom("proposals")
		.select("id")
		.where("state", "in", ["open", "applying"])
		.where("subject", "=", subject)
		.where("program_digest", "=", digest)
		.where(isAlive(fromNow(0)))
		.executeTakeFirst();
	return found?.id ?? null;
}

export const PROPOSAL_LISTS = ["open", "decided"] as const;
export type ProposalList = (typeof PROPOSAL_LISTS)[number];

/** Newest first, without an access check. @param before the ID of the last one of the page before */
export async function listProposals(list: ProposalList, before: string | null, size: number): Promise<ProposalHead[]> {
	const database = await dashboardDatabase();
	const now = fromNow(0);
	let query = database.selectFrom("proposals").select(HEAD).orderBy("id", "desc").limit(size);
	if (before) query = query.where("id", "<", before);
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
const isAlive = (now: string) => sql<boolean>`(state = 'applying' or expires_at > ${now})`;

/** How many wait for a decision, or for the end of one that was interrupted. */
export async function countOpenProposals(): Promise<number> {
	const database = await dashboardDatabase();
	const { count } = await database
		.selectFrom("proposals")
		.select(({ fn }) => fn.countAll<number | string>().as("count"))
		.where("state", "in", UNDECIDED)
		.where(isAlive(fromNow(0)))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** What is changed of a proposal. */
type Change = Updateable<DashboardSchema["proposals"]>;

/**
 * Changes a proposal where it still is what was seen: of two who decide at once, one does.
 * @returns whether it was
 */
export async function changeProposal(
	{ id, revision, state }: Pick<Proposal, "id" | "revision" | "state">,
	change: Change,
): Promise<boolean> {
	const now = fromNow(0);
	const database = await dashboardDatabase();
	const { numUpdatedRows } = await database
		.updateTable("proposals")
		.set({ ...change, changed_at: now })
		.where("id", "=", id)
		.where("revision", "=", revision)
		.where("state", "=", state)
		.where(isAlive(now))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Another content in place of the one before, in the same proposal. */
export function revisionOf(proposal: Pick<Proposal, "revision">, items: readonly ProposedItem[]): Change {
	return {
		...contentOf(items),
		state: "open",
		revision: proposal.revision + 1,
		expires_at: expiryFromNow(),
	};
}

/** When what is proposed, or accepted, now expires. */
export function expiryFromNow(): string {
	return fromNow(dashboardConfig().proposalDays * DAY_MS);
}

/** Whose change it is, for the audit trail. */
export function authorInWords({ author }: Pick<Proposal, "author">): string {
	return author.token?.name ?? author.name;
}

/** Begins to save what was accepted, or goes on where that was interrupted. @returns the lease; null: another process has it */
export async function takeLease(id: string): Promise<string | null> {
	const lease = randomBytes(12).toString("base64url");
	const database = await dashboardDatabase();
	const { numUpdatedRows } = await database
		.updateTable("proposals")
		.set({ lease, lease_until: fromNow(LEASE_MS) })
		.where("id", "=", id)
		.where("state", "=", "applying")
		.where("lease_until", "<", fromNow(0))
		.executeTakeFirst();
	return numUpdatedRows > 0n ? lease : null;
}

/** A lease to store with the decision itself. */
export function newLease(): { lease: string; lease_until: string } {
	return { lease: randomBytes(12).toString("base64url"), lease_until: fromNow(LEASE_MS) };
}

/** Notes what became of the items so far. @param state once it is over @returns whether the lease still counts */
export async function keepResults(
	id: string,
	lease: string,
	results: readonly (ItemResult | null)[],
	state: "applying" | "done" | "partly" = "applying",
): Promise<boolean> {
	const database = await dashboardDatabase();
	const isOver = state !== "applying";
	const { numUpdatedRows } = await database
		.updateTable("proposals")
		.set({
			results: JSON.stringify(results),
			state,
			changed_at: fromNow(0),
			lease: isOver ? null : lease,
			lease_until: isOver ? "" : fromNow(LEASE_MS),
		})
		.where("id", "=", id)
		.where("lease", "=", lease)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Gives a lease back before the proposal is saved whole: another attempt may go on at once. */
export async function giveBack(id: string, lease: string): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("proposals")
		.set({ lease: null, lease_until: "" })
		.where("id", "=", id)
		.where("lease", "=", lease)
		.execute();
}

export async function addComment(
	proposalId: string,
	{ subject, name }: Pick<Author, "subject" | "name">,
	text: string,
): Promise<void> {
	const at = fromNow(0);
	const id = orderedId(at, randomBytes(6).toString("base64url"));
	const database = await dashboardDatabase();
	await database
		.insertInto("proposal_comments")
		.values({ id, proposal_id: proposalId, at, subject, person: name, text })
		.execute();
}

/** Oldest first. */
export async function listComments(proposalId: string): Promise<ProposalComment[]> {
	const database = await dashboardDatabase();
	return await database
		.selectFrom("proposal_comments")
		.select(["id", "at", "subject", "person", "text"])
		.where("proposal_id", "=", proposalId)
		.orderBy("id")
		.execute();
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
