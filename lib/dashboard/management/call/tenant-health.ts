import "server-only";
import { processWide } from "@/lib/process/process-wide";

/** When the tenant last gave an answer, and since when it gives none: milliseconds since the epoch; null: neither yet. */
export type TenantHealth = { answeredAt: number | null; failingSince: number | null };

const health = processWide<TenantHealth>("tenant-health", () => ({ answeredAt: null, failingSince: null }));

/** What this process has learnt of the tenant from its calls, whoever they were for. */
export function tenantHealth(): TenantHealth {
	return health.get();
}

export function noteAnswered(now: number = Date.now()): void {
	health.set({ answeredAt: now, failingSince: null });
}

/** No answer came, or one of a tenant that is out of order. The first one after an answer says since when. */
export function noteFailing(now: number = Date.now()): void {
	const { answeredAt, failingSince } = health.get();
	health.set({ answeredAt, failingSince: failingSince ?? now });
}
