import "server-only";
import type { Session } from "@/lib/contract/session";
import { userLabel } from "@/lib/dashboard/management/users";
import { lastDeviceName } from "./user-agent";

type Delegated = Pick<Session, "actor">;

/** The name of one who opened a session, by `sub`. */
export type NameOf = (subject: string) => string | null | undefined;

/** Of one page; others are shown by their identifiers. */
const LOOKED_UP_MAX = 5;

/**
 * The names of those who opened sessions as other users: labels of users, where `sub` is the identifier of one.
 * @throws SessionError
 */
export async function actorNames(sessions: readonly Delegated[]): Promise<NameOf> {
	const subjects = [...new Set(sessions.flatMap(({ actor }) => actor?.sub ?? []))];
	const users = subjects.filter((subject) => subject.includes("|")).slice(0, LOOKED_UP_MAX);
	const labels = new Map(await Promise.all(users.map(async (id) => [id, await userLabel(id)] as const)));
	return (subject) => labels.get(subject);
}

/** Who opened a session as its user (session delegation); null: the user. Such a session is no device of the user's. */
export function openedBy({ actor }: Delegated, nameOf: NameOf): string | null {
	if (!actor) return null;
	return actor.sub ? (nameOf(actor.sub) ?? actor.sub) : "someone whom the tenant does not name";
}

/** A session's name in a list: its device, and who opened it where that was not the user; null where neither is known. */
export function sessionName(session: Pick<Session, "device" | "actor">, nameOf: NameOf): string | null {
	const device = lastDeviceName(session.device);
	const by = openedBy(session, nameOf);
	return by === null ? device : `${device ?? "Session"}, opened by ${by}`;
}
