import type { Author } from "./proposals";

/**
 * Whether a proposal is an admin's own, as far as sign-ins tell: it was made by the same user, by one of the same e-mail address
 * (verified or not), or with a token that such a user has created.
 */
export function isOwnProposal(author: Author, admin: Pick<Author, "subject" | "email">): boolean {
	if (author.subject === admin.subject) return true;
	return author.email !== null && admin.email !== null && foldedAddress(author.email) === foldedAddress(admin.email);
}

/** As mail providers compare addresses: whatever their case, as they are composed, and without a tag: `ann+work@example.org`. */
export function foldedAddress(address: string): string {
	const [, name = "", host = ""] = /^([^@]*)(@.*)?$/s.exec(address.normalize("NFKC").trim().toLowerCase()) ?? [];
	return (name.split("+", 1)[0] || name) + host;
}
