import type { KoaContextWithOIDC } from "oidc-provider";
import { FEDERATED_RESPONSE_TYPE } from "../clients/response-type";
import type { IdentityService } from "../context/identity-service";

type Discovery = Partial<
	Record<"response_types_supported" | "response_modes_supported" | "grant_types_supported", string[]>
>;

/** Corrects the discovery document: a response type and mode that the library does not know, grants that are none. */
export function announceFlows({ grants }: IdentityService) {
	const inner = grants.filter(({ isInner }) => isInner).map(({ name }) => name);
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		if (ctx.oidc?.route !== "discovery" || ctx.status !== 200) return;
		const document = ctx.body as Discovery;
		ctx.body = {
			...document,
			response_types_supported: [
				...(document.response_types_supported ?? []).filter((type) => type !== FEDERATED_RESPONSE_TYPE),
				"token",
			],
			response_modes_supported: [...(document.response_modes_supported ?? []), "web_message"],
			grant_types_supported: document.grant_types_supported?.filter((grant) => !inner.includes(grant)),
		};
	};
}
