import { processWide } from "./process/process-wide";

/** Answers where the application that waits behind a login page is, or null where there is none. */
export type RedirectOriginOfLogin = (uid: string) => Promise<string | null>;

const held = processWide<RedirectOriginOfLogin | null>("redirect-origin-of-login", () => null);

/** The proxy must not import the identity service, so the service's answer is left here when it starts. */
export function provideRedirectOriginOfLogin(answer: RedirectOriginOfLogin): void {
	held.set(answer);
}

export async function redirectOriginOfLogin(uid: string): Promise<string | null> {
	return (await held.get()?.(uid)) ?? null;
}
