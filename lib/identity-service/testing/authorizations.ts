import { SCOPES } from "@/lib/contract/scopes";
import type { DescribedOperation } from "./described-interface";
import type { Credentials } from "./generated-request";
import type { TestTenant } from "./test-tenant";

/** The Authorization header for each kind of credentials, by the scopes in an operation's description. */
export async function authorizations(tenant: TestTenant, operations: DescribedOperation[]) {
	const exp = 4_000_000_000;
	const full = await tenant.token("management", { exp });
	const notGlobal = await tenant.token("management_not_global", { exp });
	const unscoped = new Map<string, string>();
	for (const { operationId, security } of operations) {
		const own = security.flatMap(({ clientCredentials = [] }) => clientCredentials);
		const scope = SCOPES.filter((each) => !own.includes(each)).join(" ");
		unscoped.set(operationId, await tenant.token("management", { exp, scope }));
	}
	return ({ operationId }: DescribedOperation, credentials: Credentials): string | null => {
		switch (credentials) {
			case "full":
				return full;
			case "not global":
				return notGlobal;
			case "unscoped":
				return unscoped.get(operationId) ?? null;
			case "none":
				return null;
			case "malformed":
				return "Basic YTpi";
			case "garbage":
				return `${full.slice(0, -20)}${"A".repeat(20)}`;
		}
	};
}
