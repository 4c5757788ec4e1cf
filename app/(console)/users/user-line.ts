import type { User } from "@/lib/contract/user";
import { timeOf } from "../_device/flags";

/** A user as one line of the list. */
export type UserLine = {
	id: string;
	/** The identifier where the tenant has no name. */
	name: string;
	email: string | null;
	connection: string | null;
	lastLogin: string | null;
	logins: number | null;
	/** Null where the tenant does not report it. */
	isBlocked: boolean | null;
};

export function userLine(user: User): UserLine {
	const { user_id: id, email, identities, last_login, logins_count, blocked } = user;
	return {
		id,
		name: personName(user),
		email: email || null,
		connection: identities?.[0]?.connection || null,
		lastLogin: timeOf(last_login),
		logins: logins_count ?? null,
		isBlocked: blocked ?? null,
	};
}

/** How a page names a person: the name, which a tenant may fill with the e-mail address, else that, else the identifier. */
export function personName({ name, email, user_id }: User): string {
	return name || email || user_id;
}
