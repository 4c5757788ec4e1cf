import type { KoaContextWithOIDC } from "oidc-provider";
import { protocolError } from "./protocol-error";

/** @throws 400 invalid_request where the parameter is missing or empty (RFC 6749 section 5.2) */
export function requiredParameter(ctx: KoaContextWithOIDC, name: string): string {
	const value = ctx.oidc.params?.[name];
	if (typeof value === "string" && value !== "") return value;
	throw protocolError(400, "invalid_request", `Missing required parameter: ${name}`);
}
