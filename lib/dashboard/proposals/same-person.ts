import "server-only";
import { isJsonObject } from "@/lib/contract/safe-object";
import type { User } from "@/lib/contract/user";
import { isOfUser } from "../audit/audit-entry";
import { ManagementError, type ManagementErrorKind } from "../management/call/errors";
import { LOOK_UP_WITHIN_MS } from "../management/call/send";
import { getUser } from "../management/users";
import { foldedAddress } from "./own-proposal";
import type { Author } from "./proposals";

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
