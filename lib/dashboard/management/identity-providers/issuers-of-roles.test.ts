// Who may change what issues the claim that gives roles could give one to anyone: on a recorded tenant, as an editor by claim.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sample } from "@/lib/testing/recorded-tenant/sample";
import { dashboardConfig, heldConfig } from "../../config";
import { requirePermission } from "../../session/session";
import { prepareProviderTest } from "../../single-sign-on/provider-test";
import { keepClaimedRole } from "../../store/claimed-roles";
import { clearDashboardState } from "../../testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "../../testing/recorded-tenant";
import { getApplication, getFederatedApplication } from "../applications/read-applications";
import {
	deleteApplication,
	rotateSecret,
	updateApplication,
	updateFederatedApplication,
} from "../applications/write-applications";
import { changeScopes, removeGrant } from "../applications/write-grants";
import { getConnectionWithClients } from "./connection-clients";
import { createConnection, deleteConnection, updateConnection } from "./write-connections";

let recorded: RecordedTestTenant;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
beforeEach(async () => {
	vi.restoreAllMocks();
	recorded.tenant.reset();
	await recorded.use();
	const values = { editor: ["Console Editor"], support: [], viewer: [] };
	const roleClaim = { name: "https://acme.example/roles", values };
	heldConfig.set({ ...dashboardConfig(), editors: [], roleClaim });
	await keepClaimedRole("editor", roleClaim.name, ["Console Editor"]);
	// Users sign in to the console through the provider by SAML as well.
	recorded.tenant.state.connections.get(sample.provider)?.clients.push(sample.signIn);
});
afterAll(async () => {
	await recorded.close();
	await clearDashboardState();
});

const saml = { name: "another", strategy: "samlp", options: {} } as const;
const ofApplication = (id: string): [string, () => Promise<unknown>][] => [
	[`settings of ${id}`, async () => updateApplication(await getApplication(id), { name: "Mine" })],
	[
		`callbacks of ${id}`,
		async () => updateApplication(await getApplication(id), { callbacks: ["https://me.example"] }),
	],
	[
		`add-ons of ${id}`,
		async () => updateFederatedApplication(await getFederatedApplication(id), { addons: { samlp: {} } }),
	],
	[`the secret of ${id}`, () => rotateSecret(id)],
	[`scopes of ${id}`, () => changeScopes(id, { add: ["read:users"], remove: [] })],
	[`a grant of ${id}`, () => removeGrant(id, "cgr_Machine000000001")],
	[`${id} itself`, () => deleteApplication(id)],
];
const ofConnection = (id: string): [string, () => Promise<unknown>][] => [
	[`settings of ${id}`, async () => updateConnection(await getConnectionWithClients(id), { display_name: "Mine" })],
	[
		`the mapping of ${id}`,
		async () => updateConnection(await getConnectionWithClients(id), { options: { fieldsMap: { email: "mail" } } }),
	],
	[`applications of ${id}`, async () => updateConnection(await getConnectionWithClients(id), {}, [sample.portal])],
	[
		`applications of ${id}, with one more`,
		async () => {
			const read = await getConnectionWithClients(id);
			return updateConnection(read, {}, [...(read.clients ?? []), sample.intranet]);
		},
	],
	[`${id} by a test`, async () => prepareProviderTest(await getConnectionWithClients(id))],
];

test.each([
	...ofApplication(sample.signIn),
	...ofApplication(sample.machine),
	...ofConnection(sample.provider),
	...ofConnection(sample.database),
	[`${sample.provider} itself`, () => deleteConnection(sample.provider)],
	["a new connection to the console", () => createConnection(saml, [sample.signIn])],
	[
		"a new connection to the console, by its body",
		() => createConnection({ ...saml, enabled_clients: [sample.signIn] }, []),
	],
	[
		"another connection, for the console",
		async () => updateConnection(await getConnectionWithClients(sample.social), {}, [sample.kiosk, sample.signIn]),
	],
	[
		"another connection, for the console, by its body",
		async () =>
			updateConnection(await getConnectionWithClients(sample.social), {
				enabled_clients: [sample.kiosk, sample.signIn],
			}),
	],
	[
		"a new connection that begins sign-ins to the console",
		() => createConnection({ ...saml, options: { idpinitiated: { client_id: sample.signIn } } }, []),
	],
	[
		"another connection, to begin sign-ins to the console",
		async () =>
			updateConnection(await getConnectionWithClients(sample.social), {
				options: { idpinitiated: { enabled: true, client_id: sample.signIn } },
			}),
	],
] satisfies [string, () => Promise<unknown>][])(
	"an editor by claim can't change what issues the claim: %s",
	async (_, write) => {
		await expect(write()).rejects.toMatchObject({ name: "ProtectedError" });
		expect(recorded.tenant.writes).toEqual([]);
	},
);

test("an editor by claim changes what does not issue it", async () => {
	expect((await requirePermission("changeApplications")).role).toBe("editor");
	await updateApplication(await getApplication(sample.portal), { name: "Portal 2" });
	await updateConnection(await getConnectionWithClients(sample.social), { display_name: "Google" });
	expect(recorded.tenant.writes.map(({ status }) => status)).toEqual([200, 200]);
});
