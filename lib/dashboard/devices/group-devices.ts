import { z } from "zod";
import type { Device } from "@/lib/contract/device";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { Session } from "@/lib/contract/session";
import { timeOf } from "./flags";
import { type NameOf, openedBy } from "./opened-by";
import { deviceName } from "./user-agent";

/** By what a tenant tells devices apart: browser and system, as the user agent claims them. */
export type DeviceName = {
	/** Of the latest use, "Chrome on macOS"; null where the tenant does not report it. */
	name: string | null;
	/** Where it began, if that is another one; else null. */
	began: string | null;
	/** By `sub`, who opened its sessions as the user; empty: the tenant does not name them; null: the user. */
	actor: string | null;
};

/** A session with the refresh tokens that end with it. */
export type HeldSession = { session: Session; tokens: RefreshToken[] };

export type DeviceGroup = DeviceName & {
	/** Its `deviceKey`. */
	key: string;
	sessions: HeldSession[];
	/** Those that end with none of the sessions that are listed. */
	tokens: RefreshToken[];
};

/**
 * A user's sessions and refresh tokens by device, the one used last first; those whose device is not known at the end. A token
 * belongs to the device of its session where that is listed, else to its own. Each stands in one group.
 */
export function groupByDevice(sessions: readonly Session[], tokens: readonly RefreshToken[]): DeviceGroup[] {
	const groups = new Map<string, DeviceGroup>();
	const groupOf = (device: DeviceName) => {
		const key = deviceKey(device);
		const group = groups.get(key) ?? { ...device, key, sessions: [], tokens: [] };
		groups.set(key, group);
		return group;
	};
	const held = new Map<string, HeldSession>();
	for (const session of sessions) {
		// A list that changes while it is read may have one twice.
		if (held.has(session.id)) continue;
		const one: HeldSession = { session, tokens: [] };
		held.set(session.id, one);
		groupOf(deviceOfSession(session)).sessions.push(one);
	}
	const seen = new Set<string>();
	for (const token of tokens) {
		if (seen.has(token.id)) continue;
		seen.add(token.id);
		const of = held.get(token.session_id ?? "") ?? groupOf({ ...namesOf(token.device), actor: null });
		of.tokens.push(token);
	}
	return [...groups.values()].toSorted(
		(one, other) =>
			Number(one.name === null) - Number(other.name === null) || lastActive(other).at.localeCompare(lastActive(one).at),
	);
}

/** By what a session's device is told apart. */
function deviceOfSession({ device, actor }: Pick<Session, "device" | "actor">): DeviceName {
	return { ...namesOf(device), actor: actor ? (actor.sub ?? "") : null };
}

function namesOf(device: Device | null | undefined): Pick<DeviceName, "name" | "began"> {
	const [first, last] = [deviceName(device?.initial_user_agent), deviceName(device?.last_user_agent)];
	return { name: last ?? first, began: first !== null && last !== null && first !== last ? first : null };
}

/** The same for the same device, and for no other, in characters that each name of a form's field may have. */
export function deviceKey({ name, began, actor }: DeviceName): string {
	return Buffer.from(JSON.stringify([name, began, actor])).toString("base64url");
}

const keyed = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]);

/** The device of a key; null where no device has it. */
export function deviceOfKey(key: string): DeviceName | null {
	try {
		const [name, began, actor] = keyed.parse(JSON.parse(Buffer.from(key, "base64url").toString()));
		return { name, began, actor };
	} catch {
		return null;
	}
}

/** When a device was used last, and from where, of what the tenant reports. `at`: ISO 8601 UTC; empty: not known. */
export function lastActive({ sessions, tokens }: Pick<DeviceGroup, "sessions" | "tokens">): {
	at: string;
	ip: string | null;
} {
	const uses = [
		...sessions.flatMap((held) => [{ at: lastUsed(held.session), of: held.session }, ...held.tokens.map(useOf)]),
		...tokens.map(useOf),
	];
	const last = uses.reduce((latest, use) => (use.at > latest.at ? use : latest), uses[0] ?? { at: "", of: {} });
	return { at: last.at, ip: addressOf(last.of) };
}

function useOf(token: RefreshToken) {
	return { at: lastExchanged(token), of: token };
}

/** ISO 8601 UTC; empty: not known. */
export function lastUsed({ last_interacted_at, updated_at, authenticated_at, created_at }: Session): string {
	return firstTime(last_interacted_at, updated_at, authenticated_at, created_at);
}

/** The same of a token: its latest exchange, or its creation. */
export function lastExchanged({ last_exchanged_at, created_at }: RefreshToken): string {
	return firstTime(last_exchanged_at, created_at);
}

function firstTime(...times: unknown[]): string {
	const time = times.map(timeOf).find((each) => each !== null);
	return time ? new Date(time).toISOString() : "";
}

/** The IP address of the latest use; null where the tenant does not report it. */
export function addressOf({ device }: { device?: Device | null | undefined }): string | null {
	return device?.last_ip || device?.initial_ip || null;
}

/**
 * "Chrome on macOS", "Safari on iPhone, began on Chrome on macOS".
 * @param nameOf the names of openers @param unknown one that the tenant does not report
 */
export function deviceInWords(
	{ name, began, actor }: DeviceName,
	nameOf: NameOf,
	unknown = "Device not known",
): string {
	const device = `${name ?? unknown}${began === null ? "" : `, began on ${began}`}`;
	const opener = openedBy({ actor: actor === null ? undefined : { sub: actor || null } }, nameOf);
	return opener === null ? device : `${device}, opened by ${opener} as this user`;
}
