import { randomBytes } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { hashPassword } from "../passwords/password-hash";
import { endSessions } from "../sessions/end-sessions";
import { type AdminRole, findAccountByEmail, listAdmins, setAdminRole, type UserRow } from "../store/users";
import { type AdminCommand, AdminRefusal } from "./admin-command";
import { newPassword, resetPassword } from "./admin-password";

/** Ends the sessions that a user has elsewhere, at the dashboard. */
type EndOtherSessions = (userId: string) => Promise<void>;

/**
 * Changes who administrates the tenant. Whoever loses something is signed out at once: first the change, then the
 * service's logins, last what was opened with them.
 * @returns lines for the terminal; a generated password stands in them and nowhere else
 * @throws AdminRefusal when nothing was changed
 */
export async function runAdminCommand(
	service: IdentityService,
	command: AdminCommand,
	endOtherSessions: EndOtherSessions,
): Promise<string[]> {
	if (command.name === "list") return (await listAdmins(service.database)).map(lineOf);
	if (command.name === "add") return addAdmin(service, command);
	const { email } = command;
	const user = await findAccountByEmail(service.database, email);
	if (!user?.admin_role) throw new AdminRefusal(`${email} is no admin of this tenant. Show all: npm run admin -- list`);
	const lines = await changeAdmin(service, user, command);
	await endSessions(service, user.user_id);
	await endOtherSessions(user.user_id);
	return [...lines, "All sessions of this person have ended."];
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
			? `${user.email} is now ${withArticle(role)}.`
			: `${user.email} is no admin any more. The account stays in the tenant.`,
	];
}

async function addAdmin(
	service: IdentityService,
	{ email, role }: { email: string; role: AdminRole },
): Promise<string[]> {
	const known = await findAccountByEmail(service.database, email);
	if (known?.admin_role) {
		throw new AdminRefusal(`${email} is an admin already. Change the role: npm run admin -- role ${email} ${role}`);
	}
	const password = known?.password_hash ? null : newPassword();
	const changes = {
		admin_role: role,
		...(password && { password_hash: await hashPassword(password, service.passwordCost) }),
	};
	const { database } = service;
	if (known) await database.updateTable("users").set(changes).where("user_id", "=", known.user_id).execute();
	else
		await database
			.insertInto("users")
			.values({ ...newUser(email, service.now()), ...changes })
			.execute();
	return [
		`${email} is now ${withArticle(role)}.`,
		password ? `Password: ${password}` : "The account keeps the password that it has.",
	];
}

/** The operator vouches for the address. */
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

function withArticle(role: AdminRole): string {
	return role === "editor" ? "an editor" : "a viewer";
}

function lineOf({ email, name, admin_role }: UserRow): string {
	return `${admin_role?.padEnd(6)}  ${email}${name === email ? "" : `  ${name}`}`;
}
