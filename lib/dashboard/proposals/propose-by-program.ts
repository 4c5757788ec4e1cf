import "server-only";
import { isDatabaseError } from "@/lib/database/error-codes";
import { auditedWrite } from "../audit/audited-write";
import type { TokenRow } from "../console-tokens/console-tokens";
import { newCall } from "../management/call/call-context";
import { WriteRefused } from "../management/call/errors";
import { readReason, reasonOfRequest, requireReason } from "../session/reason";
import { TokenReader } from "../session/token-reader";
import { dashboardDatabase } from "../store/dashboard-database";
import { addProposal, type ProgramRequest } from "./change-proposals";
import type { Proposal, ProposedItem } from "./proposal";
import { findProposalOfProgram } from "./proposals";
import { actsOfItems, nameOfItems, requireItems } from "./propose";
import { requireRoomOfToken } from "./token-bounds";

/** A request of a program: its key, and the SHA-256 of its content. */
type KeyedRequest = ProgramRequest & { key: string };

/** The key was sent before with another content: nothing was stored. */
export class KeyTaken extends WriteRefused {
	override name = "KeyTaken";

	constructor() {
		super("Nothing was proposed", "This key was sent before with another content. Use a new key for another proposal.");
	}
}

/** Another request with this key was stored at the same moment. */
class KeyInUse extends WriteRefused {
	constructor() {
		super("Nothing was proposed", "A request with this key has just been stored.");
	}
}

/** The store did not tell whether it has it: the same request again finds out. */
export class NotKnown extends WriteRefused {
	constructor() {
		super("Try again", "It is not known whether it was stored. Send it again.");
	}
}

/** The proposal of the same request before, which stays the one; null: there is none. @throws KeyTaken */
export async function proposedBefore({ id }: TokenRow, { key, digest }: KeyedRequest): Promise<Proposal | null> {
	const found = await findProposalOfProgram(id, key);
	if (found && found.digest !== digest) throw new KeyTaken();
	return found;
}

/** Whether the token may propose one more, before anything is read of the tenant. @throws TokenBound */
export async function requireRoom({ id }: TokenRow): Promise<void> {
	await requireRoomOfToken(await dashboardDatabase(), id);
}

/**
 * Stores a proposal of a program, whose author is the token with the editor who created it. Of two requests with one key, on
 * whatever instance, one stores it.
 * @throws StoreError, ReasonRefused as a save would, WriteRefused, TokenBound, KeyTaken
 */
export async function proposeByProgram(
	token: TokenRow,
	request: KeyedRequest,
	reason: string | undefined,
	items: readonly ProposedItem[],
): Promise<{ proposal: Proposal; isNew: boolean }> {
	requireItems(items);
	const stated = readReason(reason);
	requireReason(actsOfItems(items), stated);
	reasonOfRequest.set(stated);
	const { id: tokenId, name, made_by, maker_name, maker_email } = token;
	const author = {
		subject: made_by ?? "",
		name: maker_name ?? name,
		email: maker_email,
		token: { id: tokenId, name },
	};
	const program = new TokenReader(token);
	let id = "";
	const audit = { target: nameOfItems(items), createdId: () => id };
	const propose = async () => {
		id = await addProposal(author, stated, items, request).catch((error: unknown) => {
			throw isDatabaseError(error, "uniqueViolation") ? new KeyInUse() : error;
		});
		return true;
	};
	const write = auditedWrite("propose_templates", program, await newCall(program.subject), audit, propose);
	const isNew = await write.catch((error: unknown) => {
		if (error instanceof KeyInUse) return false;
		throw error;
	});
	const proposal = await proposedBefore(token, request);
	if (!proposal) throw new NotKnown();
	return { proposal, isNew };
}
