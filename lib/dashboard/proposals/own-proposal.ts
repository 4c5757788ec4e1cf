import type { Author } from "./proposals";

/**
 * Whether a proposal is an admin's own, so that another decides it, as far as sign-ins tell: it was made by the same user, by one of the same e-mail address
 * (verified or not), or with a token that such a user has created.
 */
export function isOwnProposal(author: Author, admin: Pick<Author, "subject" | "email">): boolean {
	if (isAuthor(author, admin)) return true;
	if (!author.email || !admin.email) return false;
	return foldedAddress(author.email) === foldedAddress(admin.email);
}

/** Whether the admin may withdraw it or propose it again. An address says too little for that: it may not be verified. */
export function isAuthor(author: Pick<Author, "subject">, admin: Pick<Author, "subject">): boolean {
	return author.subject === admin.subject;
}

/** As mail providers compare addresses: whatever their case, as they are composed, and without a tag: `ann+work@example.org`. */
export function foldedAddress(address: string): string {
	const [, name = "", host = ""] = /^([^@]*)(@.*)?$/s.exec(address.normalize("NFKC").trim().toLowerCase()) ?? [];
	return (name.split("+", 1)[0] || name) + host;
}
