import "server-only";
import { isJsonObject } from "@/lib/contract/safe-object";
import type { User } from "@/lib/contract/user";
import { isOfUser } from "../audit/audit-entry";
import { ManagementError, type ManagementErrorKind } from "../management/call/errors";
import { LOOK_UP_WITHIN_MS } from "../management/call/send";
import { getUser } from "../management/users";
import type { Author } from "./proposal";

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
function foldedAddress(address: string): string {
	const [, name = "", host = ""] = /^([^@]*)(@.*)?$/s.exec(address.normalize("NFKC").trim().toLowerCase()) ?? [];
	return (name.split("+", 1)[0] || name) + host;
}

type Account = Pick<Author, "subject" | "email">;

/**
 * Whether the tenant's records of two users tell that they are accounts of one person: they have an identity or an e-mail address
 * in common, also where one was linked to the other since.
 * @throws SessionError, ManagementError where a record can't be read at the moment
 */
export async function isSamePerson(one: Account, other: Account): Promise<boolean> {
	if (![one, other].every(isOfUser)) return false;
	const [of, ofOther] = await Promise.all([marksOf(one), marksOf(other)]);
	return [...of].some((mark) => ofOther.has(mark));
}

/** Of a record that the console may not read, or that is gone, the sign-in's own claims alone are known. */
const UNREADABLE: readonly ManagementErrorKind[] = ["scope", "forbidden", "not-found", "no-area"];

/** What tells an account from those of others. */
async function marksOf({ subject, email }: Account): Promise<Set<string>> {
	const user = await getUser(subject, LOOK_UP_WITHIN_MS).catch((error: unknown) => {
		if (error instanceof ManagementError && UNREADABLE.includes(error.kind)) return null;
		throw error;
	});
	const identities = user ? identitiesOf(user) : [];
	const addresses = [email, user?.email, ...identities.map((identity) => identity.email)];
	return new Set([
		`sub:${subject}`,
		...identities.map(({ id }) => `sub:${id}`),
		...addresses.flatMap((address) => (address ? [`email:${foldedAddress(address)}`] : [])),
	]);
}

/** The accounts that are linked to a user, each as the user that it would be alone. */
function identitiesOf({ identities }: User): { id: string; email: string | undefined }[] {
	return (identities ?? []).flatMap(({ provider, user_id: id, profileData }) => {
		const address = isJsonObject(profileData) ? profileData.email : undefined;
		const email = typeof address === "string" ? address : undefined;
		// Of a social account it may be a number.
		const isId = (typeof id === "string" && id !== "") || typeof id === "number";
		return provider && isId ? [{ id: `${provider}|${id}`, email }] : [];
	});
}
