import type Provider from "oidc-provider";
import type { Configuration, interactionPolicy, KoaContextWithOIDC } from "oidc-provider";
import type { Grant, IdentityService } from "../context/identity-service";

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;
type ResponseMode = (ctx: KoaContextWithOIDC, redirectUri: string, response: Record<string, unknown>) => void;

/** What a part of the service that builds on the provider adds to it. */
export type Extension = {
	grants?: readonly Grant[];
	/** Parameters of authorization requests, each with its check: throws an error of the library. */
	parameters?: (service: IdentityService) => NonNullable<Extract<Configuration["extraParams"], object>>;
	/** When a session is not enough, and the user has to sign in. */
	loginChecks?: (service: IdentityService) => readonly interactionPolicy.Check[];
	responseModes?: (service: IdentityService) => Record<string, ResponseMode>;
	/** Around the library's own steps, in this order. */
	middleware?: readonly ((service: IdentityService, provider: Provider) => Middleware)[];
};

/** Response modes are extended by a method that the library's types leave out. */
export function registerResponseModes(provider: Provider, modes: Record<string, ResponseMode>): void {
	const { registerResponseMode } = provider as Provider & {
		registerResponseMode: (name: string, handler: ResponseMode) => void;
	};
	for (const [name, handler] of Object.entries(modes)) registerResponseMode.call(provider, name, handler);
}
