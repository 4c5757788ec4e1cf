import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { everything } from "@/lib/dashboard/audit/audit-entry";
import { listAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import { resultHash } from "@/lib/dashboard/proposals/merge-proposal";
import type { Proposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { proposeAs, requesting } from "./proposal.test-data";
import { decideProposalAction } from "./proposal-actions";

// No form, forged or not, lets anyone decide their own proposal, by whatever account or token.

let tenant: TemplateTenant;
let a: string;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	a = tenant.add({ name: "A", elements: { portrait: true } });
	const secondEditor = { kinds: ["all"] as const, attributes: [] };
	heldConfig.set({ ...dashboardConfig(), secondEditor, editors: ["editor", "support", "google-oauth2|7"] });
});
afterEach(async () => {
	vi.restoreAllMocks();
	await tenant.stop();
});

/** How who is signed in as "support" is the author, who proposes as "editor". */
const accounts: [string, () => Promise<void>][] = [
	["the author's own account", async () => changeProposals({ subject: "support" })],
	[
		"another account of the author's address",
		async () => {
			await changeProposals({ author_email: "ann@x.example" });
			await (await dashboardDatabase()).updateTable("sessions").set({ email: "Ann+b@x.example" }).execute();
		},
	],
	[
		"an account that was linked to the author's",
		async () => {
			await changeProposals({ subject: "github|1234567" });
			const { handle } = tenant.service;
			const identities = [{ provider: "github", user_id: 1234567, connection: "github" }];
			tenant.service.handle = (request, response) =>
				request.url.includes("/users/support")
					? json(response, 200, { user_id: "support", identities })
					: handle(request, response);
		},
	],
	[
		"the account that made the author's token",
		async () => changeProposals({ subject: "support", token_id: "t", token_name: "CI" }),
	],
];

async function changeProposals(change: object): Promise<void> {
	await (await dashboardDatabase()).updateTable("proposals").set(change).execute();
}

const decisions = ["accept", "resume", "stop", "decline", "return"] as const;

async function press(intent: (typeof decisions)[number], id: string): Promise<unknown> {
	const proposal = (await findProposal(id)) as Proposal;
	const form = new FormData();
	const result = resultHash(await mergedWithPresent(proposal));
	const fields = { proposalId: id, revision: "1", result, reason: "Because.", intent };
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return decideProposalAction({}, form);
}

async function proposed(intent: (typeof decisions)[number]): Promise<string> {
	const id = await proposeAs("editor", a, requesting("resident_city"));
	if (intent !== "resume" && intent !== "stop") return id;
	const approved = JSON.stringify(await mergedWithPresent((await findProposal(id)) as Proposal));
	await changeProposals({ state: "applying", approved, results: "[]" });
	return id;
}

test.each(accounts.flatMap(([title, become]) => decisions.map((intent) => [title, intent, become] as const)))(
	"%s: no %s",
	async (_, intent, become) => {
		const id = await proposed(intent);
		await become();
		const before = await findProposal(id);
		signInAs("support");
		const message = expect.stringContaining("No one decides their own proposal");
		expect(await press(intent, id)).toMatchObject({ problem: { message } });
		expect([await findProposal(id), tenant.written]).toEqual([before, []]);
	},
);

test.each(decisions)(
	"another editor's %s is done, and names the author where it was accepted alone",
	async (intent) => {
		const id = await proposed(intent);
		signInAs("support");
		expect(await press(intent, id)).toMatchObject({ done: expect.anything() });
		const [row] = (await listAuditEntries(everything, null, 20)).filter(({ operation }) =>
			operation.endsWith("_proposal"),
		);
		const named = intent === "accept" || intent === "stop" ? { id, by: "editor" } : undefined;
		expect(row?.proposal).toEqual(named);
	},
);
