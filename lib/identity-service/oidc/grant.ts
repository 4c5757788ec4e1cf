import type Provider from "oidc-provider";
import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from "oidc-provider";
import type { Grant, IdentityService } from "../context/identity-service";
import { missingParameter, Refusal } from "../http/refusal";

export function registerGrants(service: IdentityService, provider: Provider, grants: readonly Grant[]): void {
	for (const { name, parameters, handle } of grants) {
		const handler = (ctx: TokenEndpointGrantContext) => withLibraryErrors(ctx, () => handle(service, ctx));
		provider.registerGrantType(name, handler, [...parameters]);
	}
}

/** Runs what the library calls: a refusal becomes an error that it sends as it is. */
export async function withLibraryErrors<Result>(
	ctx: KoaContextWithOIDC,
	work: () => Result | Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { status, code, message, details } = error;
		ctx.set(details.headers ?? {});
		const sent = new errors.OIDCProviderError(status, code ?? "server_error");
		throw Object.assign(sent, { error_description: message });
	}
}

/** @throws Refusal where the parameter is missing or empty (RFC 6749 section 5.2) */
export function requiredParameter(ctx: KoaContextWithOIDC, name: string): string {
	const value = ctx.oidc.params?.[name];
	if (typeof value === "string" && value !== "") return value;
	throw missingParameter(name);
}
