import type { IdentityService } from "../context/identity-service";
import { addressAt, SAMPLE_PROVIDER_PATH } from "./sample-provider";

export function toHome({ config }: Pick<IdentityService, "config">): Response {
	const location = addressAt(config, SAMPLE_PROVIDER_PATH);
	return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
