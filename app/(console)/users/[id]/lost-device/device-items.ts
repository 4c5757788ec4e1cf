import "server-only";
import { createHash } from "node:crypto";
import type { DeviceGroup } from "@/lib/dashboard/devices/group-devices";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { may, type Role } from "@/lib/dashboard/session/permissions";

import { isSessionItem, sessionItem, tokenItem } from "./lost-device-state";

/** Whether sessions can be ended here, and refresh tokens revoked. */
export type CanEnd = { end: boolean; revoke: boolean };

/** What a role, towards the user, can end with the scopes of the console. */
export function whatCanEnd(role: Role): CanEnd {
	const mayEnd = may(role, "endSessions");
	return {
		end: mayEnd && canUse(role, "post_session_revoke"),
		revoke: mayEnd && canUse(role, "delete_refresh-tokens_by_id"),
	};
}

export const canEndItem = (item: string, can: CanEnd) => (isSessionItem(item) ? can.end : can.revoke);

/** Whether the tokens of a session stand beside it, as items of their own: else they end with it. */
export const areTokensApart = ({ end, revoke }: CanEnd) => !end && revoke;

/** The items of a device. */
export function itemsOf({ sessions, tokens }: DeviceGroup, can: CanEnd): string[] {
	return [
		...sessions.map(({ session }) => sessionItem(session.id)),
		...(areTokensApart(can) ? sessions.flatMap((held) => held.tokens) : []).map(({ id }) => tokenItem(id)),
		...tokens.map(({ id }) => tokenItem(id)),
	];
}

const MARK_LENGTH = 8;

/** A short text by which an item is told from the others of a device. */
export function markOf(item: string): string {
	return createHash("sha256").update(item).digest("base64url").slice(0, MARK_LENGTH);
}
