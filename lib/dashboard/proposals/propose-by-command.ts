import "server-only";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import type { CommandLine } from "../session/command-line";
import { requireReason } from "../session/reason";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import { digestOf } from "../templates/digest";
import { addProposal, changeProposal, findSameProposal, SameProposed } from "./change-proposals";
import { requireProposal } from "./decide";
import type { Proposal, ProposedItem } from "./proposal";
import { findProposal } from "./proposals";
import { actsOfItems, nameOfItems, requireItems } from "./propose";

/** `known`: the one that there is; null: it is new. */
export type CommandProposal = { id: string; known: Proposal | null };

/**
 * Stores a proposal of the command line, with its reason; where the same is open already, that stays the one.
 * @throws StoreError, ReasonRefused as the apply itself would, WriteRefused
 */
export async function proposeByCommand(actor: CommandLine, items: readonly ProposedItem[]): Promise<CommandProposal> {
	requireItems(items);
	requireReason(actsOfItems(items), actor.reason);
	const { subject, name, email, reason } = actor;
	const digest = digestOf(items);
	const same = await findSameProposal(subject, digest);
	if (same) return knownAs(same);
	let id = "";
	const audit = { target: nameOfItems(items), createdId: () => id };
	const propose = async () => {
		id = await addProposal({ subject, name, email }, reason, items, { key: null, digest });
	};
	try {
		await ownWrite("propose_templates", actor, audit, propose);
	} catch (error) {
		if (error instanceof SameProposed) return knownAs(error.id);
		throw error;
	}
	return { id, known: null };
}

async function knownAs(id: string): Promise<CommandProposal> {
	return { id, known: await requireProposal(id) };
}

/** It was decided or changed at that moment, and stays. */
class JustDecided extends WriteRefused {
	constructor() {
		super("Nothing was changed", "It has just been decided or changed.");
	}
}

/**
 * Withdraws what the command line proposed before, and no one has decided, where newer proposals replace all of it.
 * @param isReplaced whether the newer ones say what becomes of a template
 * @returns the IDs
 * @throws StoreError
 */
export async function withdrawReplaced(
	actor: CommandLine,
	newer: readonly string[],
	isReplaced: (item: ProposedItem) => boolean,
): Promise<string[]> {
	const database = await dashboardDatabase();
	const open = await database
		.selectFrom("proposals")
		.select("id")
		.where("state", "in", ["open", "returned"])
		.where("subject", "=", actor.subject)
		.where("expires_at", ">", fromNow(0))
		.execute();
	const withdrawn: string[] = [];
	for (const { id } of open) {
		const proposal = newer.includes(id) ? null : await findProposal(id);
		if (!proposal?.items.every(isReplaced)) continue;
		const decision = {
			decided_subject: actor.subject,
			decided_by: actor.name,
			decided_at: fromNow(0),
			decision_reason: "A newer plan of the same templates was proposed.",
		};
		const audit = { target: id, name: nameOfItems(proposal.items) };
		const withdraw = async () => {
			if (!(await changeProposal(proposal, { state: "withdrawn", ...decision }))) throw new JustDecided();
			withdrawn.push(id);
		};
		await ownWrite("withdraw_proposal", actor, audit, withdraw).catch((error: unknown) => {
			if (!(error instanceof JustDecided)) throw error;
		});
	}
	return withdrawn;
}
