import { z } from "zod";
import { refreshTokenMetadata } from "@/lib/contract/refresh-token";
import type { RefreshTokenRow } from "../store/refresh-tokens";
import { timeText } from "./parameters";

const DEVICE_FIELDS = [
	"initial_ip",
	"initial_asn",
	"initial_user_agent",
	"last_ip",
	"last_asn",
	"last_user_agent",
] as const;

const known = z.string().nullable();

/** What `refreshTokenAnswer` makes. */
export const refreshToken = z.strictObject({
	id: z.string(),
	user_id: z.string(),
	created_at: timeText,
	idle_expires_at: timeText.nullable(),
	expires_at: timeText.nullable(),
	device: z.strictObject(Object.fromEntries(DEVICE_FIELDS.map((name) => [name, known]))),
	client_id: z.string(),
	session_id: known,
	rotating: z.boolean(),
	resource_servers: z.array(z.strictObject({ audience: z.string(), scopes: z.string() })),
	refresh_token_metadata: refreshTokenMetadata.nullable(),
	last_exchanged_at: timeText.nullable(),
});

/** A refresh token as the specification lists its fields: every one is there, null where it is unknown. */
export function refreshTokenAnswer(row: RefreshTokenRow): Record<string, unknown> {
	const device = JSON.parse(row.device) as Record<string, unknown>;
	return {
		id: row.id,
		user_id: row.user_id,
		created_at: row.created_at,
		idle_expires_at: row.idle_expires_at,
		expires_at: row.expires_at,
		device: Object.fromEntries(DEVICE_FIELDS.map((name) => [name, device[name] ?? null])),
		client_id: row.client_id,
		session_id: row.session_id,
		rotating: row.rotating === 1,
		resource_servers: JSON.parse(row.resource_servers),
		refresh_token_metadata: row.metadata === null ? null : JSON.parse(row.metadata),
		last_exchanged_at: row.last_exchanged_at,
	};
}
