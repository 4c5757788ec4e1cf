import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { absoluteUri } from "../clients/addresses";
import type { IdentityService } from "../context/identity-service";
import type { ConnectionRow } from "../store/connections";

/** Of the sample provider, which moves with the service: relative to the issuer where they begin with "/". */
const ADDRESSES = ["issuer", "signInEndpoint", "signOutEndpoint"] as const;

export const SAMPLE_ORIGIN = "sample";

/**
 * What is set of a connection. What the sample provider has with this service, its addresses and its key, is not stored
 * with the connection to it.
 */
export async function connectionOptions(
	service: IdentityService,
	{ origin, options }: Pick<ConnectionRow, "origin" | "options">,
): Promise<SamlOptions> {
	const stored = JSON.parse(options) as SamlOptions;
	if (origin !== SAMPLE_ORIGIN) return stored;
	const addresses = ADDRESSES.flatMap((name) => {
		const address = stored[name];
		return address === undefined ? [] : [[name, absoluteUri(service, address)]];
	});
	const signingCert = stored.signingCert ?? (await service.sample.providerCertificate());
	return { ...stored, ...Object.fromEntries(addresses), signingCert };
}

/**
 * The other way round: what is stored, so that it comes back as it was, wherever the service is by then.
 * @param certificate of the sample provider; null where the connection is to another one
 */
export function storedOptions({ config }: IdentityService, options: SamlOptions, certificate: string | null): string {
	if (certificate === null) return JSON.stringify(options);
	const own = new URL(config.issuer).origin;
	const addresses = ADDRESSES.flatMap((name) => {
		const address = options[name];
		return address?.startsWith(`${own}/`) ? [[name, address.slice(own.length)]] : [];
	});
	const { signingCert, ...others } = { ...options, ...Object.fromEntries(addresses) };
	// None is not the provider's own one: whoever takes a connection's certificate away has its answers refused.
	return JSON.stringify(signingCert === certificate ? others : { ...others, signingCert: signingCert ?? "" });
}
