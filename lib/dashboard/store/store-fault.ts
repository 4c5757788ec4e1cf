import "server-only";
import { probeFailureOf, type StoreFailure } from "@/lib/database/error-codes";
import { processWide } from "@/lib/process/process-wide";
import { dashboardDatabase, dashboardStoreHealth } from "./dashboard-database";

type FaultOfStore = () => Promise<StoreFailure | null>;

const faultOfEmbeddedStore = processWide<FaultOfStore>("fault-of-embedded-store", () => async () => null);

/** The embedded tenant has a store of its own; how it is, is left here when it starts. */
export function provideEmbeddedStore(fault: FaultOfStore): void {
	faultOfEmbeddedStore.set(fault);
}

/** What is wrong with the stores of this process at this moment, the end of "The store …"; null where nothing is. */
export async function storeFault(): Promise<StoreFailure | null> {
	const [own, embedded] = await Promise.all([ownFault(), faultOfEmbeddedStore.get()()]);
	return own ?? embedded;
}

async function ownFault(): Promise<StoreFailure | null> {
	try {
		return await dashboardStoreHealth.get().fault(await dashboardDatabase());
	} catch (error) {
		return probeFailureOf(error);
	}
}
