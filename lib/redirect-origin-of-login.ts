/** Answers where the application that waits behind a login page is, or null where there is none. */
export type RedirectOriginOfLogin = (uid: string) => Promise<string | null>;

const key = Symbol.for("identity-console.redirect-origin-of-login");
const holder = globalThis as { [key]?: RedirectOriginOfLogin };

/** The proxy must not import the identity service, so the service's answer is left here when it starts. */
export function provideRedirectOriginOfLogin(answer: RedirectOriginOfLogin): void {
	holder[key] = answer;
}

export async function redirectOriginOfLogin(uid: string): Promise<string | null> {
	return (await holder[key]?.(uid)) ?? null;
}
