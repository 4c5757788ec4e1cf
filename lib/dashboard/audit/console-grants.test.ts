import { afterEach, describe, expect, test } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { everything } from "./audit-entry";
import { auditOfTarget, listAuditEntries } from "./audit-trail";
import { recordConsoleGrant } from "./console-grants";

const server = process.env.TEST_DATABASE_URL;
const grant = {
	id: "2026-12-15-support/console_with_key",
	clientId: "m",
	clientName: "Identity Console (private key)",
	scopes: ["update:client_grants", "read:connections_options"],
	grantedAt: "2026-12-20T08:00:00.000Z",
};

afterEach(() => clearDashboardState());

async function recordedOnce(postgres?: string): Promise<void> {
	await pointAtService("http://localhost:1", postgres);
	const other = { ...grant, id: "2026-12-15-support/console_management", clientId: "n" };
	for (const each of [grant, grant, other]) await recordConsoleGrant(each);
	await Promise.all([recordConsoleGrant(grant), recordConsoleGrant(other)]);
	const entries = await listAuditEntries(everything, null, 10);
	expect(entries.map(({ target }) => target).sort()).toEqual(["m", "n"]);
	signInAs("viewer");
	expect(await auditOfTarget(["post_client-grants"], "m", 2)).toMatchObject([
		{
			at: grant.grantedAt,
			person: "New release of this console",
			name: grant.clientName,
			outcome: "done",
			changes: ["+update:client_grants", "+read:connections_options"],
			status: null,
		},
	]);
}

test("what a release grants the console is recorded once, however often it is passed on", () => recordedOnce());

describe.skipIf(!server)(
	`what a release grants the console, in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => {
		test("is recorded once, however often it is passed on", () => recordedOnce(server));
	},
);
