import type { UserTable } from "../store/schema";
import { ADMIN_ROLES } from "../store/users";
import { daysFrom, type SampleMoment, sampleUserId } from "./derived";
import { sampleSessions } from "./sessions";

/** A user of the sample tenant. Only the sign-ins of the credentials command have a password. */
export type SampleUser = {
	handle: string;
	email: string;
	emailVerified: boolean;
	name: string;
	givenName: string | null;
	familyName: string | null;
	nickname: string | null;
	/** Days before the installation. */
	createdDaysAgo: number;
	isBlocked?: true;
};

/** The users that can sign in: an admin of each role, an end user, who has no access to the dashboard, and the second editor, if there is one. */
export const SIGN_IN_HANDLES = ["editor", "second_editor", "support", "viewer", "user"] as const;

export const sampleUsers: readonly SampleUser[] = [
	person("editor", "editor@example.com", "Edda Torvik", "Edda", "Torvik", 420),
	person("support", "support@example.com", "Dagny Solheim", "Dagny", "Solheim", 410),
	person("viewer", "viewer@example.com", "Vera Lindqvist", "Vera", "Lindqvist", 400),
	person("user", "mina.park@example.org", "Mina Park", "Mina", "Park", 310),
	person("amara", "amara.okafor@example.com", "Amara Okafor", "Amara", "Okafor", 250),
	person("jose", "jose.nunez@example.org", "José Núñez Ibáñez", "José", "Núñez Ibáñez", 231),
	person("yuki", "yuki.tanaka@example.com", "田中 由紀", "由紀", "田中", 190),
	person("layla", "layla.haddad@example.org", "ليلى حداد", "ليلى", "حداد", 165),
	person("ines", "ines.duarte@example.org", "Inês Duarte", "Inês", "Duarte", 140),
	person("olena", "olena.shevchuk@example.com", "Олена Шевчук", "Олена", "Шевчук", 120),
	{
		...person("sam", "sam+license@example.com", "Sam O’Neill-Fitzgerald 🚗", null, null, 61),
		emailVerified: false,
		isBlocked: true,
	},
	{
		...person(
			"maximiliana",
			"maximiliana.hohenberg@example.org",
			"Maximiliana Theodora Philippa Wilhelmina von und zu Hohenberg-Lichtenstein-Wolfenbüttel",
			"Maximiliana Theodora Philippa Wilhelmina",
			"von und zu Hohenberg-Lichtenstein-Wolfenbüttel",
			33,
		),
		nickname: "max",
	},
	person("priya", "priya.raman@example.com", "Priya Raman", "Priya", "Raman", 12),
	{ ...person("newcomer", "n@example.org", "n@example.org", null, null, 1), emailVerified: false },
];

/** Added where the dashboard needs a second one. */
export const secondEditor = person("second_editor", "second.editor@example.com", "Signe Aasen", "Signe", "Aasen", 0);

function person(
	handle: string,
	email: string,
	name: string,
	givenName: string | null,
	familyName: string | null,
	createdDaysAgo: number,
): SampleUser {
	const nickname = email.split("@")[0] ?? null;
	return { handle, email, emailVerified: true, name, givenName, familyName, nickname, createdDaysAgo };
}

/** Passwords are hashed when they are first needed. */
export function userRow({ identifiers, now }: SampleMoment, user: SampleUser): UserTable {
	const created = daysFrom(now, -user.createdDaysAgo);
	return {
		user_id: sampleUserId(identifiers, user.handle),
		connection: null,
		email: user.email,
		email_key: user.email.toLowerCase(),
		email_verified: user.emailVerified ? 1 : 0,
		name: user.name,
		name_key: user.name.toLowerCase(),
		given_name: user.givenName,
		family_name: user.familyName,
		nickname: user.nickname,
		picture: null,
		password_hash: null,
		admin_role: user === secondEditor ? "editor" : (ADMIN_ROLES.find((role) => role === user.handle) ?? null),
		password_generation: null,
		password_chosen: null,
		username: null,
		user_metadata: null,
		blocked: user.isBlocked ? 1 : null,
		...loginsOf(user.handle, now),
		created_at: created,
		updated_at: created,
	};
}

/** The sign-ins with which the user's own sample sessions began. */
function loginsOf(handle: string, now: Date) {
	const own = sampleSessions.filter(({ user, actor }) => user === handle && actor === null);
	const [last] = own.toSorted((one, other) => one.begunDaysAgo - other.begunDaysAgo);
	if (!last) return { last_login: null, last_ip: null, logins_count: null };
	return { last_login: daysFrom(now, -last.begunDaysAgo), last_ip: last.initial.ip, logins_count: own.length };
}
