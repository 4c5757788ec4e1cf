import "server-only";
import { randomBytes } from "node:crypto";
import { secretLikeness } from "@/lib/contract/secret-likeness";
import { ownWrite } from "../audit/audited-write";
import { WriteRefused } from "../management/call/errors";
import { dashboardDatabase, fromNow, orderedId } from "../store/dashboard-database";
import { requireProposal } from "./decide";
import { type Author, COMMENT_LENGTH_MAX, COMMENTS_MAX, type ProposalComment } from "./proposal";
import { nameOfItems } from "./propose";
import { requireProposer } from "./rights";

/** @throws SessionError, StoreError, WriteRefused where it is empty, too long, or there are too many */
export async function commentOn(id: string, text: string): Promise<void> {
	const session = await requireProposer();
	const proposal = await requireProposal(id);
	const comment = text.replace(/\r\n?/g, "\n").trim();
	if (comment === "") throw new WriteRefused("Nothing was added", "Write a comment first.");
	if ([...comment].length > COMMENT_LENGTH_MAX)
		throw new WriteRefused("Nothing was added", `A comment may have ${COMMENT_LENGTH_MAX} characters.`);
	if (secretLikeness(comment) !== null)
		throw new WriteRefused("This comment looks like a secret", "Everyone with access to this console reads it.");
	if ((await listComments(id)).length >= COMMENTS_MAX)
		throw new WriteRefused("Nothing was added", `There are ${COMMENTS_MAX} comments already.`);
	const audit = { target: id, name: nameOfItems(proposal.items) };
	await ownWrite("comment_on_proposal", undefined, audit, () => addComment(id, session, comment));
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
