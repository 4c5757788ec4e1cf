import "server-only";
import { randomBytes } from "node:crypto";
import type { Kysely, Selectable, Updateable } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { dashboardConfig } from "../config";
import { WriteRefused } from "../management/call/errors";
import { dashboardDatabase, fromNow, orderedId } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { digestOf } from "../templates/digest";
import { printOf } from "../templates/request-print";
import type { Author, Proposal, ProposalSummary, ProposedItem } from "./proposal";
import { countOpenProposals, isAlive } from "./proposals";
import { requireRoomOfToken, requireRoomOfUser, TooManyOpen } from "./token-bounds";

const DAY_MS = 24 * 3_600_000;

/** Of the whole console. */
export const OPEN_PROPOSALS_MAX = 5_000;

const SUMMARY_ITEMS_MAX = 3;

type Row = Selectable<DashboardSchema["proposals"]>;

/** By what a program finds its proposal again: the key of its request, and the SHA-256 of its content. A command has no key. */
export type ProgramRequest = { key: string | null; digest: string };

/** What an accepted proposal leaves unsaved is proposed: the ID of that one. */
export type RestRequest = { restOf: string };

/** The command line has just proposed the same, or its author the same rest: nothing was stored. */
export class SameProposed extends WriteRefused {
	override name = "SameProposed";
	readonly id: string;

	constructor(id: string) {
		super("Nothing was proposed", "The same is proposed already.");
		this.id = id;
	}
}

/**
 * Stores a proposal.
 * @returns its ID
 * @throws WriteRefused where there are too many open ones, TokenBound of a token's, SameProposed of the command or a rest, and the unique violation of a token's key
 */
export async function addProposal(
	author: Author,
	reason: string | null,
	items: readonly ProposedItem[],
	origin?: ProgramRequest | RestRequest,
): Promise<string> {
	const program = !origin || "key" in origin ? origin : { key: null, digest: digestOfRest(origin.restOf) };
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
			const same = origin ? await findAnother(store, author.subject, origin) : null;
			if (same) throw new SameProposed(same);
			if ((await countOpenProposals(store)) >= OPEN_PROPOSALS_MAX)
				throw new TooManyOpen(`There are ${OPEN_PROPOSALS_MAX} open proposals already. Withdraw or decide one.`);
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

/** Of a command or a rest, which have no key by which the store would refuse the second one. */
async function findAnother(
	store: Kysely<DashboardSchema>,
	subject: string,
	origin: ProgramRequest | RestRequest,
): Promise<string | null> {
	if ("restOf" in origin) return findRest(store, origin.restOf);
	return origin.key === null ? findSame(store, subject, origin.digest) : null;
}

const digestOfRest = (id: string) => digestOf(["rest", id]);

/** The proposal of what an accepted one left unsaved; null: there is none, or nothing came of it. */
export async function findRestOf(id: string): Promise<string | null> {
	return findRest(await dashboardDatabase(), id);
}

async function findRest(store: Kysely<DashboardSchema>, id: string): Promise<string | null> {
	const found = await store
		.selectFrom("proposals")
		.select("id")
		.where("program_digest", "=", digestOfRest(id))
		.where(({ eb, or, and }) =>
			or([
				eb("state", "in", ["applying", "done", "partly"]),
				and([eb("state", "in", ["open", "returned"]), eb("expires_at", ">", fromNow(0))]),
			]),
		)
		.executeTakeFirst();
	return found?.id ?? null;
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
