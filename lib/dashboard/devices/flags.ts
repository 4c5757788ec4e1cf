import type { Device } from "@/lib/contract/device";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { Session } from "@/lib/contract/session";

const SOON_DAYS = 7;
const DAY_MILLISECONDS = 24 * 3600 * 1000;

type FlaggedToken = {
	isDeviceChanged: boolean;
	/** ISO 8601; null where unknown. */
	expiresAt: string | null;
	idleExpiresAt: string | null;
};

export type TokenFlag = "device changed" | "expires within 7 days" | "expires unused within 7 days";

/** What about a token needs attention. An expiry in the past is no longer near. */
export function tokenFlags({ isDeviceChanged, expiresAt, idleExpiresAt }: FlaggedToken, now: Date): TokenFlag[] {
	const flags: TokenFlag[] = [];
	if (isDeviceChanged) flags.push("device changed");
	if (isSoon(expiresAt, now)) flags.push("expires within 7 days");
	if (isSoon(idleExpiresAt, now)) flags.push("expires unused within 7 days");
	return flags;
}

/** The flags of a token from the service. */
export function flagsOf({ device, expires_at, idle_expires_at }: RefreshToken, now: Date): TokenFlag[] {
	const ends = { expiresAt: timeOf(expires_at), idleExpiresAt: timeOf(idle_expires_at) };
	return tokenFlags({ isDeviceChanged: isDeviceChanged(device), ...ends }, now);
}

/** A time from the service, ISO 8601; null for anything else. */
export function timeOf(value: unknown): string | null {
	return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

function isSoon(time: string | null, now: Date): boolean {
	const left = Date.parse(time ?? "") - now.getTime();
	return left >= 0 && left <= SOON_DAYS * DAY_MILLISECONDS;
}

/** Whether the latest exchange came from another IP address or user agent than the first; both must be known. */
export function isDeviceChanged(device: Device | null | undefined): boolean {
	return (
		differs(device?.initial_ip, device?.last_ip) ||
		differs(device?.initial_asn, device?.last_asn) ||
		differs(device?.initial_user_agent, device?.last_user_agent)
	);
}

/** The same of a session. The device of one that somebody else opened as the user is not compared: it is not the user's. */
export function isDeviceOfUserChanged({ device, actor }: Pick<Session, "device" | "actor">): boolean {
	return !actor && isDeviceChanged(device);
}

/** Only values that are both known can differ. */
export function differs(initial: string | null | undefined, last: string | null | undefined): boolean {
	return !!initial && !!last && initial !== last;
}
