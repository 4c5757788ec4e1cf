import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "../config";
import type { Role } from "../session/permissions";
import { keepClaimedRole } from "../store/claimed-roles";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { factsOf, protectionOf } from "./incident-user";

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	const values = { editor: ["admin"], support: ["desk"], viewer: [] };
	heldConfig.set({ ...dashboardConfig(), roleClaim: { name: "roles", values } });
});
afterEach(clearDashboardState);

const found = { user_id: "auth0|ann", email: "ann@example.com", email_verified: true };
const actor = (role: Role) => ({ subject: "auth0|me", role });
const EDITOR = /^An editor of this console\./;

test.each<[string, unknown, RegExp | null, () => unknown]>([
	["the claim made an editor", "editor", EDITOR, () => keepClaimedRole("auth0|ann", "roles", ["admin"])],
	[
		"the claim made an editor, also weeks ago",
		"editor",
		EDITOR,
		async () => {
			await keepClaimedRole("auth0|ann", "roles", ["admin"]);
			await (await dashboardDatabase())
				.updateTable("claimed_roles")
				.set({ signed_in_at: fromNow(-29 * 24 * 3_600_000) })
				.execute();
		},
	],
	["no sign-in is kept", "unknown", null, () => {}],
	["a sign-in is kept of another claim alone", "unknown", null, () => keepClaimedRole("auth0|ann", "groups", [])],
	["no sign-in is kept, and the settings name as support", "unknown", null, () => named("support")],
	["no sign-in is kept, and the settings name as editor", "editor", EDITOR, () => named("editors")],
	["the last sign-in was without the claim", null, null, () => keepClaimedRole("auth0|ann", "roles", [])],
	[
		"the last sign-in was without the claim, and the settings name as support",
		"support",
		null,
		async () => {
			named("support");
			await keepClaimedRole("auth0|ann", "roles", []);
		},
	],
	["the claim made support", "support", null, () => keepClaimedRole("auth0|ann", "roles", ["desk"])],
	["no value of the claim makes an editor", null, null, () => claimOfSupport()],
])("support acts on a user of whom %s: the role %s", async (_, role, protection, prepare) => {
	await prepare();
	const facts = await factsOf(found);
	expect(facts.role).toBe(role);
	const why = protectionOf(facts, actor("support"));
	if (protection) expect(why).toMatch(protection);
	else expect(why).toBeNull();
	expect(protectionOf(facts, actor("editor"))).toBeNull();
});

function named(setting: "editors" | "support"): void {
	heldConfig.set({ ...dashboardConfig(), [setting]: ["auth0|ann"] });
}

function claimOfSupport(): void {
	heldConfig.set({
		...dashboardConfig(),
		roleClaim: { name: "roles", values: { editor: [], support: ["desk"], viewer: [] } },
	});
}
