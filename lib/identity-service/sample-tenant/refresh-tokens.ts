import { METADATA_PROPERTIES_MAX } from "@/lib/contract/limits";
import type { RefreshTokenMetadata } from "@/lib/contract/refresh-token";
import { type SampleDevice, sampleDevices } from "./devices";

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
	/** Null: issued before sessions were kept with tokens. */
	session: string | null;
	audiences: "management" | "none" | "both";
	metadata: RefreshTokenMetadata | null;
};

const { chromeOnWindows, edgeOnWindows, firefoxOnLinux, iphone, pixel, safariOnMac, unknown, walletOnIphone } =
	sampleDevices;

/** Exactly as many entries as the specification allows. */
const fullMetadata = Object.fromEntries(
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
