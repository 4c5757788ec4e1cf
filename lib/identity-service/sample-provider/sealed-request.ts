import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../context/identity-service";

const PURPOSE = "sample-provider-request";
const LIFETIME_MILLISECONDS = 10 * 60 * 1000;

const askedSignIn = z.strictObject({
	/** Of the request that is answered. */
	requestId: z.string(),
	relayState: z.string().nullable(),
});
/** A checked request to sign in, while somebody is asked who they are. */
export type AskedSignIn = z.infer<typeof askedSignIn>;
const sealedSignIn = askedSignIn.extend({ until: z.iso.datetime() });

/** @returns text for a form that nobody else can read or write */
export function sealRequest(service: IdentityService, asked: AskedSignIn): Promise<string> {
	const until = new Date(service.now().getTime() + LIFETIME_MILLISECONDS).toISOString();
	return seal(JSON.stringify({ ...asked, until }), service.secrets.current, PURPOSE);
}

/** @returns null for what was made up, or is too old */
export async function unsealRequest(service: IdentityService, sealed: string): Promise<AskedSignIn | null> {
	const opened = await unseal(sealed, service.secrets.known, PURPOSE);
	if (!opened) return null;
	const { until, ...asked } = sealedSignIn.parse(JSON.parse(opened.text));
	return new Date(until) > service.now() ? asked : null;
}
