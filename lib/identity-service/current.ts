import { processWide } from "@/lib/process/process-wide";
import type { IdentityService } from "./identity-service";

const current = processWide<IdentityService | null>("identity-service", () => null);

/** Makes a service the one that the routes answer with. */
export function setCurrentService(service: IdentityService): void {
	current.set(service);
}

/** The running service; null when the dashboard works with a real tenant. */
export function currentService(): IdentityService | null {
	return current.get();
}
