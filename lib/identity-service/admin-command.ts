import { randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { ENDS } from "@/lib/contract/log-entry";
import { inTransaction } from "@/lib/database/in-transaction";
import { hasUnseen } from "./accounts/profile";
import type { IdentityService } from "./context/identity-service";
import { recordRevocations, recordSignOuts } from "./log/endings";
import { CONNECTION_OF, nameInLog } from "./log/sign-ins";
import { hashPassword } from "./passwords/password-hash";
import { endAccess } from "./sessions/end-session";
import { indexUsers } from "./store/user-words";
import {
	ADMIN_ROLES,
	type AdminRole,
	findAccountByEmail,
	isBlocked,
	listAdmins,
	setAdminRole,
	type UserRow,
} from "./store/users";

const ALPHANUMERICS = "abcdefghijklmnopqrstuvwxyz0123456789";
const PASSWORD_GROUPS = 4;
const PASSWORD_GROUP_LENGTH = 5;

const email = z.string().regex(/^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,254}$/u);
const role = z.enum(ADMIN_ROLES);
const ROLE_LENGTH_MAX = Math.max(...ADMIN_ROLES.map(({ length }) => length));

/** The command of `npm run admin`. */
export const adminCommand = z.discriminatedUnion("name", [
	z.strictObject({ name: z.literal("list") }),
	z.strictObject({ name: z.literal("add"), email, role }),
	z.strictObject({ name: z.literal("role"), email, role }),
	z.strictObject({ name: z.literal("remove"), email }),
	z.strictObject({ name: z.literal("reset-password"), email }),
]);
export type AdminCommand = z.infer<typeof adminCommand>;

/** A refusal that the operator at the terminal can resolve. */
export class AdminRefusal extends Error {
	override name = "AdminRefusal";
}

/**
 * Changes the admins of the tenant. Except after "add", the user is signed out at once: first the change, then the
 * sessions of the service, last those of the dashboard, which `endOtherSessions` ends. It returns what a user who is no
 * editor any more has left there, in lines for the terminal.
 * @returns lines for the terminal, the only place where a generated password is shown
 * @throws AdminRefusal when nothing was changed
 */
export async function runAdminCommand(
	service: IdentityService,
	command: AdminCommand,
	endOtherSessions: (userId: string, staysEditor: boolean) => Promise<string[]>,
): Promise<string[]> {
	if (command.name === "list") return (await listAdmins(service.database)).map(lineOf);
	if (command.name === "add") return addAdmin(service, command);
	const { email } = command;
	const user = await findAccountByEmail(service.database, email);
	if (!user?.admin_role)
		throw new AdminRefusal(`${email} is not an admin of this tenant. List them: npm run admin -- list`);
	const lines = await changeAdmin(service, user, command);
	await inTransaction(service.database, async (transaction) => {
		const { sessions, tokens } = await endAccess(transaction, user.user_id);
		const description = command.name === "reset-password" ? ENDS.passwordChanged : ENDS.roleChanged;
		await recordSignOuts(service, transaction, sessions, { request: null, description });
		await recordRevocations(service, transaction, tokens, { request: null, description });
	});
	const staysEditor = command.name === "reset-password" || (command.name === "role" && command.role === "editor");
	const left = await endOtherSessions(user.user_id, staysEditor);
	return [...lines, "All sessions of this user have ended.", ...left];
}

async function changeAdmin(
	service: IdentityService,
	user: UserRow,
	command: Exclude<AdminCommand, { name: "list" | "add" }>,
): Promise<string[]> {
	if (command.name === "reset-password") return [`Password: ${await resetPassword(service, user)}`];
	const role = command.name === "role" ? command.role : null;
	if (!(await setAdminRole(service.database, user.user_id, role))) {
		throw new AdminRefusal(
			`${user.email} is the only editor. Add another one first: npm run admin -- add EMAIL editor`,
		);
	}
	return [
		role
			? `${user.email} is now ${inWords(role)}.`
			: `${user.email} is no longer an admin. The account stays in the tenant.`,
	];
}

async function addAdmin(
	service: IdentityService,
	{ email, role }: { email: string; role: AdminRole },
): Promise<string[]> {
	const known = await findAccountByEmail(service.database, email);
	if (known?.admin_role) {
		throw new AdminRefusal(`${email} is already an admin. Change the role: npm run admin -- role ${email} ${role}`);
	}
	if (!known && hasUnseen(email)) {
		throw new AdminRefusal("The e-mail address of a new account must not contain invisible characters.");
	}
	const hasPassword = known && (known.password_hash !== null || service.seed.passwordOf(known) !== null);
	const password = hasPassword ? null : newPassword();
	const changes = {
		admin_role: role,
		...(password && { password_hash: await hashPassword(password, service.passwordCost) }),
	};
	const { database } = service;
	if (known) await database.updateTable("users").set(changes).where("user_id", "=", known.user_id).execute();
	else
		await inTransaction(database, async (transaction) => {
			const user = { ...newUser(email, service.now()), ...changes };
			await transaction.insertInto("users").values(user).execute();
			await indexUsers(transaction, [user]);
		});
	return [`${email} is now ${inWords(role)}.`, password ? `Password: ${password}` : "The account keeps its password."];
}

/** The e-mail address counts as verified, since the operator gave it. */
function newUser(email: string, now: Date) {
	return {
		user_id: `auth0|${randomBytes(12).toString("hex")}`,
		email,
		email_key: email.toLowerCase(),
		email_verified: 1,
		name: email,
		name_key: email.toLowerCase(),
		nickname: email.split("@")[0] ?? null,
		created_at: now.toISOString(),
		updated_at: now.toISOString(),
	};
}

function inWords(role: AdminRole): string {
	return { editor: "an editor", support: "in the support role", viewer: "a viewer" }[role];
}

function lineOf(user: UserRow): string {
	const { email, name, admin_role } = user;
	const shown = [email, ...(name === email ? [] : [name]), ...(isBlocked(user) ? ["(blocked)"] : [])];
	return [admin_role?.padEnd(ROLE_LENGTH_MAX), ...shown].join("  ");
}

/** Four groups of five letters and digits: 103 random bits. */
function newPassword(): string {
	const character = () => ALPHANUMERICS.charAt(randomInt(ALPHANUMERICS.length));
	const group = () => Array.from({ length: PASSWORD_GROUP_LENGTH }, character).join("");
	return Array.from({ length: PASSWORD_GROUPS }, group).join("-");
}

/**
 * Replaces a user's password by a new one: the next derived one, which the credentials command lists, or a random one.
 * @returns the password, which is stored nowhere
 */
async function resetPassword(service: IdentityService, user: UserRow): Promise<string> {
	const next = { password_generation: (user.password_generation ?? 0) + 1, password_chosen: null };
	const password = service.seed.passwordOf({ ...user, ...next }) ?? newPassword();
	const password_hash = await hashPassword(password, service.passwordCost);
	await inTransaction(service.database, async (transaction) => {
		await transaction
			.updateTable("users")
			.set({ password_hash, ...next })
			.where("user_id", "=", user.user_id)
			.execute();
		await service.log.record(transaction, {
			...{ type: "scp", request: null, userId: user.user_id, userName: nameInLog(user), connection: CONNECTION_OF.pwd },
			description: "An operator replaced it.",
		});
	});
	await service.seed.listCredentials(user.user_id);
	return password;
}
