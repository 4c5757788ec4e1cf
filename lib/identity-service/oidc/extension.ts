import type Provider from "oidc-provider";
import {
	type Configuration,
	errors,
	type interactionPolicy,
	type KoaContextWithOIDC,
	type TokenEndpointGrantContext,
} from "oidc-provider";
import { acceptUserAddress } from "../clients/user-address";
import type { Grant, IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { missingParameter, Refusal } from "../http/refusal";

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;
type ResponseMode = (ctx: KoaContextWithOIDC, redirectUri: string, response: Record<string, unknown>) => void;

/** The path at which a login is resumed, by its identifier. */
export const RESUME_PATH = /^\/authorize\/[\w-]+$/;

/** What a part of the service adds to the provider. */
export type Extension = {
	grants?: readonly Grant[];
	/** Parameters of authorization requests, each with its check, which throws an error of the library. */
	parameters?: (service: IdentityService) => NonNullable<Extract<Configuration["extraParams"], object>>;
	/** Checks by which the user must sign in despite a session. */
	loginChecks?: (service: IdentityService) => readonly interactionPolicy.Check[];
	responseModes?: (service: IdentityService) => Record<string, ResponseMode>;
	/** Run around the library's own middleware at these paths, in this order. */
	middleware?: readonly { path: RegExp; around: (service: IdentityService, provider: Provider) => Middleware }[];
};

export function registerMiddleware(
	service: IdentityService,
	provider: Provider,
	all: NonNullable<Extension["middleware"]>,
): void {
	for (const { path, around } of all) {
		const step = around(service, provider);
		provider.use((ctx: KoaContextWithOIDC, next: () => Promise<void>) =>
			path.test(ctx.path) ? step(ctx, next) : next(),
		);
	}
}

/** By a method of the library that its types omit. */
export function registerResponseModes(provider: Provider, modes: Record<string, ResponseMode>): void {
	const { registerResponseMode } = provider as Provider & {
		registerResponseMode: (name: string, handler: ResponseMode) => void;
	};
	for (const [name, handler] of Object.entries(modes)) registerResponseMode.call(provider, name, handler);
}

export function registerGrants(service: IdentityService, provider: Provider): void {
	for (const { name, parameters, handle } of service.grants) {
		const handler = (ctx: TokenEndpointGrantContext) => {
			acceptUserAddress(requestOf(ctx));
			ctx.state.isHandled = true;
			return withLibraryErrors(ctx, () => handle(service, ctx));
		};
		provider.registerGrantType(name, handler, [...parameters]);
	}
}

/** Whether a grant of the service has begun: it logs its own refusals. */
export function isHandled({ state }: KoaContextWithOIDC): boolean {
	return state.isHandled === true;
}

/** Runs code that the library calls: a refusal becomes an error that the library sends unchanged. */
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
		throw Object.assign(sent, { error_description: message, inLog: details.inLog });
	}
}

/** @throws Refusal where the parameter is missing or empty (RFC 6749 section 5.2) */
export function requiredParameter(ctx: KoaContextWithOIDC, name: string): string {
	const value = ctx.oidc.params?.[name];
	if (typeof value === "string" && value !== "") return value;
	throw missingParameter(name);
}
