import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import { derivedClientId } from "../keys/derived";
import type { RefreshTokenRow } from "../store/schema";
import { sampleClients, sampleResourceServer } from "./clients";
import { daysFrom, type SampleMoment, sampleRefreshTokenId, sampleSessionId, sampleUserId } from "./derived";

/** The device of a token's issue, or of its last exchange. Addresses and networks are of RFC 5737, 3849, 5398. */
export type SampleDevice = { ip: string | null; asn: string | null; userAgent: string | null };

export const sampleDevices = {
	chromeOnWindows: {
		ip: "203.0.113.24",
		asn: "64496",
		userAgent:
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	},
	firefoxOnLinux: {
		ip: "198.51.100.7",
		asn: "64497",
		userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
	},
	safariOnMac: {
		ip: "2001:db8:40::1f3",
		asn: "64498",
		userAgent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
	},
	edgeOnWindows: {
		ip: "203.0.113.180",
		asn: "64496",
		userAgent:
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
	},
	iphone: {
		ip: "192.0.2.61",
		asn: "64500",
		userAgent:
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
	},
	pixel: {
		ip: "2001:db8:beef::22",
		asn: "64501",
		userAgent:
			"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
	},
	walletOnIphone: {
		ip: "192.0.2.90",
		asn: "64500",
		userAgent: "LicenceWallet/4.2.0 (iPhone16,2; iOS 18.6; Scale/3.00)",
	},
	unknown: { ip: null, asn: null, userAgent: null },
} as const satisfies Record<string, SampleDevice>;

/** A refresh token of the sample tenant; times in days before or after the installation. */
export type SampleRefreshToken = {
	handle: string;
	user: string;
	client: string;
	issuedDaysAgo: number;
	/** Null: never exchanged. */
	exchangedDaysAgo: number | null;
	idleExpiresInDays: number | null;
	expiresInDays: number | null;
	initial: SampleDevice;
	last: SampleDevice;
	/** Null: issued before sessions were stored with tokens. */
	session: string | null;
	audiences: "management" | "none" | "both";
	metadata: ResourceMetadata | null;
};

const { chromeOnWindows, edgeOnWindows, firefoxOnLinux, iphone, pixel, safariOnMac, unknown, walletOnIphone } =
	sampleDevices;

/** Exactly as many entries as the specification allows. */
export const fullMetadata = Object.fromEntries(
	Array.from({ length: METADATA_PROPERTIES_MAX }, (_, index) => [
		`attribute_${String(index + 1).padStart(2, "0")}`,
		`value ${index + 1}`,
	]),
);

export const sampleRefreshTokens: readonly SampleRefreshToken[] = [
	token("user-web", "user", "web_app", 90, 0.1, chromeOnWindows, {
		metadata: { device_label: "Work laptop", cost_centre: "CC-4120", trusted: "yes" },
	}),
	token("user-mobile", "user", "mobile_app", 45, 1, walletOnIphone, { metadata: { device_label: "Mina's phone 📱" } }),
	token("user-spa", "user", "single_page_app", 3, null, safariOnMac, {}),
	token("user-partner", "user", "partner_portal", 200, 14, edgeOnWindows, {
		idleExpiresInDays: null,
		expiresInDays: null,
		metadata: { partner: "Northwind Rentals", contract: "2025/117" },
	}),
	token("amara-full", "amara", "web_app", 120, 2, firefoxOnLinux, { last: chromeOnWindows, metadata: fullMetadata }),
	token("amara-mobile", "amara", "mobile_app", 30, 0.5, pixel, { metadata: { push: "on", locale: "en-NG" } }),
	token("jose-spa", "jose", "single_page_app", 15, 4, iphone, { last: safariOnMac }),
	token("yuki-mobile", "yuki", "mobile_app", 60, 0.02, walletOnIphone, {
		metadata: { 端末: "由紀のiPhone 🎌", mood: "🙂👩‍👩‍👧‍👦" },
	}),
	token("layla-web", "layla", "web_app", 75, 9, chromeOnWindows, { metadata: { ملاحظة: "جهاز المكتب" } }),
	token("ines-web", "ines", "web_app", 12, 3, chromeOnWindows, {}),
	token("ines-mobile", "ines", "mobile_app", 11, 1, chromeOnWindows, { session: "ines-web" }),
	token("ines-partner", "ines", "partner_portal", 220, 40, edgeOnWindows, { session: null }),
	token("olena-partner", "olena", "partner_portal", 100, null, firefoxOnLinux, { expiresInDays: null, session: null }),
	token("sam-legacy", "sam", "partner_portal", 1100, 400, unknown, {
		idleExpiresInDays: null,
		expiresInDays: null,
		session: null,
		audiences: "none",
	}),
	token("maximiliana-web", "maximiliana", "web_app", 20, 6, edgeOnWindows, { audiences: "both", metadata: {} }),
	token("priya-mobile", "priya", "mobile_app", 10, 0.3, pixel, {
		metadata: { note: "a".repeat(255), "key with spaces [and] brackets": "kept as it is" },
	}),
	token("priya-spa", "priya", "single_page_app", 0.2, null, iphone, { idleExpiresInDays: 14 }),
];

function token(
	handle: string,
	user: string,
	client: string,
	issuedDaysAgo: number,
	exchangedDaysAgo: number | null,
	initial: SampleDevice,
	rest: Partial<SampleRefreshToken>,
): SampleRefreshToken {
	return {
		handle,
		user,
		client,
		issuedDaysAgo,
		exchangedDaysAgo,
		initial,
		last: initial,
		idleExpiresInDays: 60,
		expiresInDays: 365,
		session: handle,
		audiences: "management",
		metadata: null,
		...rest,
	};
}

export function refreshTokenRow(moment: SampleMoment, token: SampleRefreshToken): RefreshTokenRow {
	const { identifiers, now } = moment;
	const rotating = sampleClients.find(({ handle }) => handle === token.client)?.rotating ?? false;
	const days = (value: number | null) => (value === null ? null : daysFrom(now, value));
	return {
		id: sampleRefreshTokenId(identifiers, token.handle),
		user_id: sampleUserId(identifiers, token.user),
		client_id: derivedClientId(identifiers, token.client),
		session_id: token.session && sampleSessionId(identifiers, token.session),
		grant_id: null,
		rotating: rotating ? 1 : 0,
		resource_servers: JSON.stringify(resourceServers(moment, token.audiences)),
		device: JSON.stringify({ ...deviceFields("initial", token.initial), ...deviceFields("last", token.last) }),
		metadata: token.metadata && JSON.stringify(token.metadata),
		created_at: daysFrom(now, -token.issuedDaysAgo),
		idle_expires_at: days(token.idleExpiresInDays),
		expires_at: days(token.expiresInDays),
		last_exchanged_at: days(token.exchangedDaysAgo === null ? null : -token.exchangedDaysAgo),
	};
}

function resourceServers({ audience }: SampleMoment, audiences: SampleRefreshToken["audiences"]) {
	const own = { audience, scopes: "openid profile email offline_access" };
	const other = { audience: sampleResourceServer.identifier, scopes: "read:orders create:orders" };
	return { none: [], management: [own], both: [own, other] }[audiences];
}

export function deviceFields(side: "initial" | "last", { ip, asn, userAgent }: SampleDevice) {
	return { [`${side}_ip`]: ip, [`${side}_asn`]: asn, [`${side}_user_agent`]: userAgent };
}
