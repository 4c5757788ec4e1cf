import type { IdentityService } from "./identity-service";

// Route bundles and the start each have their own copy of this module; a registered symbol makes them share one value.
const key = Symbol.for("identity-console.identity-service");
const holder = globalThis as { [key]?: IdentityService };

/** Makes a service the one that the routes answer with. */
export function setCurrentService(service: IdentityService): void {
	holder[key] = service;
}

/** The running service; null when the dashboard works with a real tenant. */
export function currentService(): IdentityService | null {
	return holder[key] ?? null;
}
