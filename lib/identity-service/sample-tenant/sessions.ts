import type { ResourceMetadata } from "@/lib/contract/metadata";
import { derivedClientId } from "../keys/derived";
import type { SessionRow } from "../store/schema";
import { daysFrom, type SampleMoment, sampleSessionId, sampleUserId } from "./derived";
import { deviceFields, fullMetadata, type SampleDevice, sampleDevices } from "./refresh-tokens";

/**
 * A session of the sample tenant; times in days before the installation. No browser has it. The refresh tokens that name
 * its handle were issued in it; sessions of older ones have expired.
 */
export type SampleSession = {
	handle: string;
	user: string;
	begunDaysAgo: number;
	usedDaysAgo: number;
	initial: SampleDevice;
	last: SampleDevice;
	clients: readonly string[];
	methods: readonly string[];
	metadata: ResourceMetadata | null;
	/** The admin who opened it as the user. Null: the user did. */
	actor: string | null;
};

const EXPIRES_AFTER_DAYS = 365;
const IDLE_EXPIRES_AFTER_DAYS = 60;
/** Of a session that a support agent opened: two hours, however it is used. */
const DELEGATED_EXPIRES_AFTER_DAYS = 2 / 24;

const { chromeOnWindows, edgeOnWindows, firefoxOnLinux, iphone, pixel, safariOnMac, walletOnIphone } = sampleDevices;

export const sampleSessions: readonly SampleSession[] = [
	session("user-web", "user", 90, 0.1, chromeOnWindows, ["web_app", "partner_portal"], {
		metadata: { ticket: "HD-20417", device_label: "Work laptop" },
	}),
	session("user-mobile", "user", 45, 1, walletOnIphone, ["mobile_app"], { methods: ["otp"] }),
	session("user-spa", "user", 3, 2, safariOnMac, ["single_page_app"], {}),
	session("amara-full", "amara", 120, 2, firefoxOnLinux, ["web_app"], {
		last: chromeOnWindows,
		metadata: fullMetadata,
	}),
	session("amara-mobile", "amara", 30, 0.5, pixel, ["mobile_app"], { methods: ["sms"] }),
	session("jose-spa", "jose", 15, 1, iphone, ["single_page_app"], { last: safariOnMac }),
	session("yuki-mobile", "yuki", 60, 0.02, walletOnIphone, ["mobile_app"], {
		metadata: { 端末: "由紀のiPhone 🎌", mood: "🙂👩‍👩‍👧‍👦" },
	}),
	session("ines-web", "ines", 12, 1, chromeOnWindows, ["web_app", "mobile_app"], {}),
	session("layla-web", "layla", 75, 9, chromeOnWindows, ["web_app"], {}),
	session("maximiliana-web", "maximiliana", 20, 6, edgeOnWindows, ["web_app"], {}),
	session("priya-mobile", "priya", 10, 0.3, pixel, ["mobile_app"], {}),
	session("priya-spa", "priya", 0.2, 0.1, iphone, ["single_page_app"], { methods: ["otp"] }),
	// Without a refresh token.
	session("priya-web", "priya", 5, 4, firefoxOnLinux, ["web_app"], {}),
	session("olena-support", "olena", 0.01, 0.005, edgeOnWindows, ["web_app"], { methods: [], actor: "support" }),
];

function session(
	handle: string,
	user: string,
	begunDaysAgo: number,
	usedDaysAgo: number,
	initial: SampleDevice,
	clients: readonly string[],
	rest: Partial<SampleSession>,
): SampleSession {
	const defaults = { last: initial, methods: ["pwd"], metadata: null, actor: null };
	return { handle, user, begunDaysAgo, usedDaysAgo, initial, clients, ...defaults, ...rest };
}

export function sessionRow({ identifiers, now }: SampleMoment, session: SampleSession): SessionRow {
	const begun = daysFrom(now, -session.begunDaysAgo);
	const used = daysFrom(now, -session.usedDaysAgo);
	const delegatedUntil = daysFrom(now, DELEGATED_EXPIRES_AFTER_DAYS - session.begunDaysAgo);
	const until = {
		idle_expires_at: daysFrom(now, IDLE_EXPIRES_AFTER_DAYS - session.usedDaysAgo),
		expires_at: daysFrom(now, EXPIRES_AFTER_DAYS - session.begunDaysAgo),
	};
	return {
		id: sampleSessionId(identifiers, session.handle),
		user_id: sampleUserId(identifiers, session.user),
		created_at: begun,
		authenticated_at: begun,
		updated_at: used,
		last_interacted_at: used,
		...(session.actor === null ? until : { idle_expires_at: delegatedUntil, expires_at: delegatedUntil }),
		device: JSON.stringify({ ...deviceFields("initial", session.initial), ...deviceFields("last", session.last) }),
		clients: JSON.stringify(session.clients.map((handle) => derivedClientId(identifiers, handle))),
		methods: JSON.stringify(session.methods.map((name) => ({ name, timestamp: begun }))),
		metadata: session.metadata && JSON.stringify(session.metadata),
		actor: session.actor && JSON.stringify({ sub: sampleUserId(identifiers, session.actor) }),
	};
}
