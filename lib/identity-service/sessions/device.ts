import type { KoaContextWithOIDC } from "oidc-provider";
import { requestOf } from "../context/node-bridge";

/** Where a refresh token was issued and last exchanged, or where a session began and was last used. Null: unknown. */
export type StoredDevice = Record<(typeof DEVICE_FIELDS)[number], string | null>;

export const DEVICE_FIELDS = [
	"initial_ip",
	"initial_asn",
	"initial_user_agent",
	"last_ip",
	"last_asn",
	"last_user_agent",
] as const;

/** The device of a new token or session, as JSON. */
export function newDevice(ctx: KoaContextWithOIDC): string {
	const { ip, userAgent } = callerOf(ctx);
	return JSON.stringify({
		initial_ip: ip,
		initial_asn: null,
		initial_user_agent: userAgent,
		last_ip: ip,
		last_asn: null,
		last_user_agent: userAgent,
	} satisfies StoredDevice);
}

/** The device after another use. @param stored JSON */
export function usedDevice(stored: string, ctx: KoaContextWithOIDC): string {
	const { ip, userAgent } = callerOf(ctx);
	return JSON.stringify({ ...JSON.parse(stored), last_ip: ip, last_user_agent: userAgent, last_asn: null });
}

/** The known fields of a stored device. @param stored JSON */
export function deviceOf(stored: string): Partial<Record<(typeof DEVICE_FIELDS)[number], string>> {
	const device: Partial<StoredDevice> = JSON.parse(stored);
	return Object.fromEntries(DEVICE_FIELDS.flatMap((name) => (device[name] ? [[name, device[name]]] : [])));
}

function callerOf(ctx: KoaContextWithOIDC): { ip: string | null; userAgent: string | null } {
	return { ip: requestOf(ctx).user.ip, userAgent: ctx.get("user-agent") || null };
}
