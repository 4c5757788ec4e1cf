import type { IdentityServiceConfig } from "../../config";

/** By which an application asks for the form to sign up (`signup`). */
export const SCREEN_HINT_PARAMETER = "screen_hint";

/** Where a browser is sent to sign in: to the form that the application asks for. Whether there is one, the page decides. */
export function loginAddress(
	{ issuer }: IdentityServiceConfig,
	{ uid, params, prompt }: { uid: string; params: Record<string, unknown>; prompt: { name: string } },
): string {
	const wantsSignUp = prompt.name === "login" && params[SCREEN_HINT_PARAMETER] === "signup";
	return new URL(wantsSignUp ? `login/${uid}?way=signup` : `login/${uid}`, issuer).href;
}
