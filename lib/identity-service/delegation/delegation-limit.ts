import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { countRequest } from "../http/count-request";
import { rateHeaders } from "../http/rate-headers";
import { tooManyRequests } from "../http/refusal";

/** Of this interface: ten a minute. */
const DELEGATIONS = { burst: 10, perSecond: 10 / 60 };

/**
 * Counts a token that was looked at, for the user whom it is about and the address that it came from; tokens that are
 * about nobody are counted together.
 * @throws 429 too_many_requests
 */
export async function countDelegation(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	userId: string | null,
): Promise<void> {
	const caller = JSON.stringify([requestOf(ctx).address, userId]);
	const rate = await countRequest(service.rateLimiter, `delegation:${caller}`, DELEGATIONS);
	ctx.set(rateHeaders(rate));
	if (rate && !rate.allowed) throw tooManyRequests();
}
