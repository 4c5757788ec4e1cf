import { type OperationName, operations, partScopes } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { type RecordedTenant, startRecordedTenant } from "@/lib/testing/recorded-tenant/recorded-tenant";
import { sample } from "@/lib/testing/recorded-tenant/sample";
import { permissionFor } from "../resources/writes";
import { forgetService } from "./dashboard-state";
import { pointAtTenant, type TestTenant } from "./tenant";

/** Every scope that the console uses, as its guide lists them: where one of several is enough, the first. */
export const CONSOLE_SCOPES: readonly Scope[] = [
	...new Set([
		...(Object.keys(operations) as OperationName[]).filter(permissionFor).flatMap((name) => {
			const { scopes } = operations[name];
			return "needsEveryScope" in operations[name] ? scopes : scopes.slice(0, 1);
		}),
		...Object.values(partScopes).flatMap((scopes) => scopes.slice(0, 1)),
	]),
];

/** A stand-in for a tenant of the vendor, whose writes and switches tests read and set. */
export type RecordedTestTenant = TestTenant & { tenant: RecordedTenant };

export async function startRecordedTestTenant(): Promise<RecordedTestTenant> {
	const tenant = await startRecordedTenant(CONSOLE_SCOPES);
	const { template, otherTemplate, provider, session, token, logEntry } = sample;
	return {
		tenant,
		name: "a tenant of the vendor",
		sample: {
			template,
			otherTemplate,
			provider,
			user: sample.amara,
			session,
			delegatedSession: sample.delegated,
			token,
			logEntry,
			application: sample.portal,
			publicApplication: sample.kiosk,
			keyApplication: sample.ledger,
			powerfulApplication: sample.reports,
			partnerApplication: sample.partner,
			samlApplication: sample.intranet,
		},
		async grant(scopes) {
			tenant.switches = { ...tenant.switches, scopes };
			forgetService();
		},
		async use(scopes = CONSOLE_SCOPES) {
			tenant.switches = { ...tenant.switches, scopes };
			await pointAtTenant(tenant.address, {
				isEmbedded: false,
				machine: { clientId: sample.machine, clientSecret: "secret" },
				signIn: { clientId: sample.signIn, clientSecret: "secret" },
			});
		},
		reset: () => tenant.reset(),
		writes: () => tenant.writes,
		close: tenant.close,
	};
}
