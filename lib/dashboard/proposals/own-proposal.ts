import type { Author } from "./proposals";

/**
 * Whether a proposal is an admin's own, as far as sign-ins tell: it was made by the same user, by one of the same e-mail address
 * (verified or not), or with a token that such a user has created.
 */
export function isOwnProposal(author: Author, admin: Pick<Author, "subject" | "email">): boolean {
	if (author.subject === admin.subject) return true;
	return author.email !== null && admin.email !== null && folded(author.email) === folded(admin.email);
}

/** As mail providers compare addresses: whatever their case, and as they are composed. */
function folded(address: string): string {
	return address.normalize("NFKC").trim().toLowerCase();
}
