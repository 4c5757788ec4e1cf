import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ENDS } from "@/lib/contract/log-entry";
import { type AdminCommand, adminCommand, runAdminCommand } from "./admin-command";
import { checkPassword } from "./passwords/password-check";
import { verifyPassword } from "./passwords/password-hash";
import { writeCredentials } from "./sample-tenant/credentials";
import { samplePassword, sampleUserId } from "./sample-tenant/derived";
import { createFamily } from "./sessions/refresh-token-family";
import { findArtifact, saveArtifact } from "./store/oidc-artifacts";
import { findAdminRole, findUsersByEmail, listAdmins, setAdminRole, setBlocked } from "./store/users";
import { requestFrom } from "./testing/service-request";
import { describeOnEachEngine, type TestTenant } from "./testing/test-tenant";

const EDITOR = "editor@example.com";
const VIEWER = "viewer@example.com";

describeOnEachEngine("admins of the tenant", (open) => {
	let tenant: TestTenant;
	let signedOut: string[];
	beforeEach(async () => {
		tenant = await open();
		signedOut = [];
	});
	afterEach(() => tenant.close());

	const run = (command: AdminCommand) =>
		runAdminCommand(tenant.service, command, async (userId, staysEditor) => {
			signedOut.push(userId);
			return staysEditor ? [] : ["They have left something at the dashboard."];
		});
	const userOf = async (email: string) => (await findUsersByEmail(tenant.service.database, email))[0];
	const roleOf = async (email: string) =>
		findAdminRole(tenant.service.database, (await userOf(email))?.user_id ?? "unknown");
	const passwordIn = (lines: string[]) => /^Password: (\S+)$/m.exec(lines.join("\n"))?.[1] ?? "";
	const opens = async (email: string, password: string) =>
		verifyPassword(password, (await userOf(email))?.password_hash ?? null);

	it("are the three of the sample at first", async () => {
		expect(await run({ name: "list" })).toEqual([
			`editor   ${EDITOR}  Edda Torvik`,
			"support  support@example.com  Dagny Solheim",
			`viewer   ${VIEWER}  Vera Lindqvist`,
		]);
		expect(await roleOf("mina.park@example.org")).toBeNull();
	});

	it("are added with a password that is shown once and stored nowhere", async () => {
		const lines = await run({ name: "add", email: "New.Person@example.com", role: "viewer" });
		expect(passwordIn(lines)).toMatch(/^([a-z0-9]{5}-){3}[a-z0-9]{5}$/);
		expect(await roleOf("new.person@example.com")).toBe("viewer");
		expect(await opens("new.person@example.com", passwordIn(lines))).toBe(true);
		const users = await tenant.service.database.selectFrom("users").selectAll().execute();
		expect(JSON.stringify(users)).not.toContain(passwordIn(lines));
		expect((await userOf("new.person@example.com"))?.email_verified).toBe(1);
	});

	it("keep the account that they have: its password, or a new one where there is none", async () => {
		const before = await userOf("mina.park@example.org");
		const kept = await run({ name: "add", email: "Mina.Park@example.org", role: "editor" });
		expect(passwordIn(kept)).toBe("");
		expect(await userOf("mina.park@example.org")).toEqual({ ...before, admin_role: "editor" });
		// The sample's own, which is hashed at the first login.
		const login = {
			password: samplePassword(tenant.service.secrets.credentials, "user"),
			request: requestFrom("192.0.2.1"),
		};
		const user = await checkPassword(tenant.service, { ...login, email: "mina.park@example.org" });
		expect(user.user_id).toBe(before?.user_id);
		const made = await run({ name: "add", email: "amara.okafor@example.com", role: "viewer" });
		expect(await opens("amara.okafor@example.com", passwordIn(made))).toBe(true);
	});

	it("are refused when they are admins already, or when they are none", async () => {
		await expect(run({ name: "add", email: VIEWER, role: "editor" })).rejects.toThrow("already an admin");
		const unseen = run({ name: "add", email: "ne\u200bw@example.com", role: "viewer" });
		await expect(unseen).rejects.toThrow("must not contain invisible characters");
		expect(await roleOf(VIEWER)).toBe("viewer");
		for (const name of ["remove", "reset-password"] as const) {
			await expect(run({ name, email: "mina.park@example.org" })).rejects.toThrow("not an admin of this tenant");
			await expect(run({ name, email: "unknown@example.org" })).rejects.toThrow("not an admin of this tenant");
		}
		await expect(run({ name: "role", email: "unknown@example.org", role: "editor" })).rejects.toThrow("not an admin");
		expect(signedOut).toEqual([]);
	});

	it("always include an editor", async () => {
		for (const command of [
			{ name: "remove", email: EDITOR },
			{ name: "role", email: EDITOR, role: "viewer" },
			{ name: "role", email: EDITOR, role: "support" },
		] as const) {
			await expect(run(command)).rejects.toThrow("the only editor");
		}
		expect([await roleOf(EDITOR), signedOut]).toEqual(["editor", []]);
		await run({ name: "role", email: VIEWER, role: "editor" });
		await run({ name: "remove", email: EDITOR });
		expect([await roleOf(EDITOR), await roleOf(VIEWER)]).toEqual([null, "editor"]);
	});

	it("include an editor who is not blocked", async () => {
		const { database } = tenant.service;
		const block = async (email: string, isBlocked: boolean) =>
			setBlocked(database, (await userOf(email))?.user_id ?? "", isBlocked, tenant.service.now().toISOString());
		await run({ name: "role", email: VIEWER, role: "editor" });
		expect(await block(VIEWER, true)).toBe(true);
		expect([await roleOf(VIEWER), (await run({ name: "list" })).at(-1)]).toEqual([
			...[null, `editor   ${VIEWER}  Vera Lindqvist  (blocked)`],
		]);
		const userId = (await userOf(VIEWER))?.user_id ?? "";
		expect(await findAdminRole(database, userId, { evenBlocked: true })).toBe("editor");
		expect(await block(EDITOR, true)).toBe(false);
		await expect(run({ name: "remove", email: EDITOR })).rejects.toThrow("the only editor");
		expect(await block(VIEWER, false)).toBe(true);
		expect(await block(EDITOR, true)).toBe(true);
		await expect(run({ name: "role", email: VIEWER, role: "viewer" })).rejects.toThrow("the only editor");
	});

	it("include an editor even when all editors are blocked, or blocked and removed, at the same moment", async () => {
		const { database, now } = tenant.service;
		await run({ name: "role", email: VIEWER, role: "editor" });
		const [one = "", two = ""] = (await listAdmins(database)).flatMap(({ user_id, admin_role }) =>
			admin_role === "editor" ? [user_id] : [],
		);
		const block = (userId: string) => setBlocked(database, userId, true, now().toISOString());
		for (const work of [
			() => [block(one), block(two)],
			() => [block(one), setAdminRole(database, two, "viewer")],
			() => [setAdminRole(database, one, null), block(two)],
		]) {
			expect((await Promise.all(work())).toSorted()).toEqual([false, true]);
			const left = await Promise.all([one, two].map((userId) => findAdminRole(database, userId)));
			expect(left.filter((role) => role === "editor")).toHaveLength(1);
			for (const userId of [one, two]) await setBlocked(database, userId, false, now().toISOString());
			for (const userId of [one, two]) await setAdminRole(database, userId, "editor");
		}
	});

	it("include an editor even when all editors are removed at the same moment", async () => {
		const { database } = tenant.service;
		await run({ name: "role", email: VIEWER, role: "editor" });
		const editors = await listAdmins(database);
		const removed = await Promise.all(editors.map(({ user_id }) => setAdminRole(database, user_id, null)));
		expect(removed.filter(Boolean)).toHaveLength(editors.length - 1);
		expect(await listAdmins(database)).toHaveLength(1);
	});

	it("have what they leave at the dashboard named to the operator when they are no editor any more", async () => {
		await run({ name: "role", email: VIEWER, role: "editor" });
		const left = "They have left something at the dashboard.";
		expect(await run({ name: "reset-password", email: EDITOR })).not.toContain(left);
		expect(await run({ name: "role", email: EDITOR, role: "editor" })).not.toContain(left);
		expect(await run({ name: "role", email: EDITOR, role: "viewer" })).toContain(left);
		expect(await run({ name: "remove", email: EDITOR })).toContain(left);
	});

	const endsWith = (description: string) => ["slo", "srrt"].map((type) => [type, description, null]);

	it("are signed out everywhere when they are removed, get another role or another password", async () => {
		const { service } = tenant;
		await run({ name: "role", email: VIEWER, role: "editor" });
		const accountId = (await userOf(EDITOR))?.user_id ?? "";
		const otherId = (await userOf(VIEWER))?.user_id ?? "";
		const sample = await service.database.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
		for (const command of [
			{ name: "reset-password", email: EDITOR },
			{ name: "role", email: EDITOR, role: "viewer" },
			{ name: "remove", email: EDITOR },
		] as const) {
			signedOut = [];
			for (const [userId, whose] of [
				[accountId, "ended"],
				[otherId, "kept"],
			] as const) {
				const grantId = `grant-${whose}`;
				await saveArtifact(service.database, { model: "Session", id: whose, payload: { accountId: userId } });
				await saveArtifact(service.database, { model: "Grant", id: grantId, payload: { accountId: userId } });
				await saveArtifact(service.database, { model: "AuthorizationCode", id: whose, payload: {}, grantId });
				await saveArtifact(service.database, { model: "RefreshToken", id: whose, payload: {}, grantId });
				await service.database
					.insertInto("sessions")
					.values({ ...sample, id: `session-${whose}`, user_id: userId })
					.onConflict((conflict) => conflict.doNothing())
					.execute();
				await createFamily(
					service,
					{
						user_id: userId,
						client_id: "c",
						session_id: null,
						grant_id: grantId,
						rotating: 0,
						resource_servers: "[]",
					},
					{ absoluteSeconds: 3600, idleSeconds: 3600, leewaySeconds: 0 },
					"{}",
				);
			}
			await run(command);
			expect(signedOut).toEqual([accountId]);
			const left = await Promise.all(
				["Session", "AuthorizationCode", "RefreshToken"].map(async (model) => [
					Boolean(await findArtifact(service.database, model, "ended")),
					Boolean(await findArtifact(service.database, model, "kept")),
				]),
			);
			expect(left).toEqual(Array(3).fill([false, true]));
			expect(await findArtifact(service.database, "Grant", "grant-ended")).toBeUndefined();
			expect(await findArtifact(service.database, "Grant", "grant-kept")).toBeDefined();
			const families = await service.database.selectFrom("refresh_tokens").select("user_id").execute();
			expect(families.map(({ user_id }) => user_id)).not.toContain(accountId);
			const entries = service.database.selectFrom("log_entries").selectAll().where("user_id", "=", accountId);
			const told = (await entries.orderBy("log_id").execute()).map(({ type, description, ip }) => [
				type,
				description,
				ip,
			]);
			await service.database.deleteFrom("log_entries").execute();
			const isReset = command.name === "reset-password";
			const ended = isReset ? ENDS.passwordChanged : ENDS.roleChanged;
			expect(told).toEqual([...(isReset ? [["scp", "An operator replaced it.", null]] : []), ...endsWith(ended)]);
		}
	});

	it("get a new password that the credentials command lists where it listed the old one", async () => {
		const { service, dataDir } = tenant;
		await writeCredentials(service);
		const read = () => JSON.parse(readFileSync(path.join(dataDir, "credentials.json"), "utf8"));
		const before = read();
		const passwords = [passwordIn(await run({ name: "reset-password", email: EDITOR }))];
		passwords.push(passwordIn(await run({ name: "reset-password", email: EDITOR })));
		expect(new Set([...passwords, before.sign_ins.editor.password]).size).toBe(3);
		expect(await opens(EDITOR, before.sign_ins.editor.password)).toBe(false);
		expect(await opens(EDITOR, passwords[1] ?? "")).toBe(true);
		const after = { ...before, sign_ins: { ...before.sign_ins, editor: { email: EDITOR, password: passwords[1] } } };
		expect(read()).toEqual(after);
		// The next start, on any machine, finds the same.
		await writeCredentials(service);
		expect(read()).toEqual(after);
		await run({ name: "add", email: "new@example.com", role: "viewer" });
		const made = passwordIn(await run({ name: "reset-password", email: "new@example.com" }));
		expect(await opens("new@example.com", made)).toBe(true);
		expect(read()).toEqual(after);
	});

	it("are looked up at every request, so that a change applies at once", async () => {
		const userId = sampleUserId(tenant.service.config.appSecret, "viewer");
		expect(await findAdminRole(tenant.service.database, userId)).toBe("viewer");
		await run({ name: "role", email: VIEWER, role: "support" });
		expect(await findAdminRole(tenant.service.database, userId)).toBe("support");
		await run({ name: "remove", email: VIEWER });
		expect(await findAdminRole(tenant.service.database, userId)).toBeNull();
	});

	it("have no role where the store holds one that this version does not know", async () => {
		const { database } = tenant.service;
		for (const admin_role of ["owner", "Editor", ""]) {
			await database.updateTable("users").set({ admin_role }).where("email", "=", VIEWER).execute();
			expect(await roleOf(VIEWER)).toBeNull();
		}
	});

	it("of the sample that an older version did not make are not among its credentials", async () => {
		const { service, dataDir } = tenant;
		await service.database.deleteFrom("users").where("admin_role", "=", "support").execute();
		await writeCredentials(service);
		const { sign_ins } = JSON.parse(readFileSync(path.join(dataDir, "credentials.json"), "utf8"));
		expect(Object.keys(sign_ins)).toEqual(["editor", "viewer", "user"]);
	});
});

it("accepts only the commands that exist", () => {
	expect(adminCommand.safeParse({ name: "add", email: "a@b.c", role: "editor" }).success).toBe(true);
	for (const command of [
		{ name: "drop" },
		{ name: "add", email: "a@b.c" },
		{ name: "add", email: "a@b.c", role: "owner" },
		{ name: "remove", email: "no address" },
		{ name: "remove", email: "a@b\u0007.c" },
		{ name: "list", email: "a@b.c" },
	])
		expect(adminCommand.safeParse(command).success).toBe(false);
});
