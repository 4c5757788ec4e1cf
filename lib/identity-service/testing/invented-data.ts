import type { LogType } from "@/lib/contract/log-entry";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { type SampleDevice, type SampleRefreshToken, sampleDevices } from "../sample-tenant/refresh-tokens";
import type { SampleSession } from "../sample-tenant/sessions";
import type { SampleTemplate } from "../sample-tenant/templates";
import type { SampleUser } from "../sample-tenant/users";

// Any amount of realistic data; each row is a function of its number alone.

const GIVEN_NAMES = ["Aiko", "Björn", "Carla", "Dmitri", "Emeka", "Farida", "Grace", "Hugo", "Ingrid", "João", "Kiran"];
const FAMILY_NAMES = ["Abadi", "Baptiste", "Costa", "Diallo", "Eriksen", "Fuchs", "García", "Hassan", "Ito", "Jansen"];
const PURPOSES = [
	"Age check",
	"Car rental",
	"Hotel check-in",
	"Parcel pickup",
	"Bank account",
	"Fleet card",
	"Club entry",
];
const PLACES = ["Aarhus", "Bilbao", "Chennai", "Denver", "Essen", "Fukuoka", "Galway", "Haifa"];
const CLIENTS = ["web_app", "single_page_app", "mobile_app", "partner_portal"];
const DEVICES: readonly SampleDevice[] = Object.values(sampleDevices);

/** As often as they occur: sign-ins, exchanges, few failures. */
const LOG_TYPES_BY_SHARE: readonly LogType[] = [
	...(["s", "s", "s", "s", "seacft", "seacft", "sertft", "sertft", "sertft", "sertft", "sertft", "seccft"] as const),
	...(["slo", "cs", "fp", "fertft", "sapi", "srrt"] as const),
];
/** Of these many an address is one. */
const ADDRESSES = 20_000;
/** A million of them are younger than any is kept. */
const SECONDS_BETWEEN_ENTRIES = 0.5;

/** One token of this many belongs to the first user, whose account has many pages of them. */
const TOKENS_FOR_EACH_OF_FIRST_USER = 20;
const YEAR_DAYS = 365;
/** None has expired. */
const SESSION_DAYS_MAX = 50;

/** Integer hash (Knuth's multiplicative method): neighbours get unrelated values. */
function scatter(index: number, purpose: number): number {
	return Math.imul(index * 8 + purpose + 1, 2_654_435_761) >>> 0;
}

/** From 0 to below 1. */
function fraction(index: number, purpose: number): number {
	return scatter(index, purpose) / 2 ** 32;
}

function below(limit: number, index: number, purpose: number): number {
	return Math.floor(fraction(index, purpose) * limit);
}

function pick<Value>(values: readonly Value[], index: number, purpose: number): Value {
	return values[below(values.length, index, purpose)] as Value;
}

export function inventedUser(index: number): SampleUser {
	const [givenName, familyName] = [pick(GIVEN_NAMES, index, 0), pick(FAMILY_NAMES, index, 1)];
	const nickname = `${givenName}.${familyName}.${index}`.toLowerCase();
	return {
		handle: `invented-${index}`,
		email: `${nickname}@example.net`,
		emailVerified: index % 9 !== 0,
		name: `${givenName} ${familyName}`,
		givenName,
		familyName,
		nickname,
		createdDaysAgo: 1 + fraction(index, 2) * YEAR_DAYS * 3,
	};
}

export function inventedTemplate(index: number): SampleTemplate {
	const createdDaysAgo = fraction(index, 0) * YEAR_DAYS * 2;
	const elements = MDL_ATTRIBUTE_NAMES.filter((_, position) => scatter(index, 3) & (1 << (position + 8)));
	return {
		handle: `invented-${index}`,
		name: `${pick(PURPOSES, index, 1)} ${pick(PLACES, index, 2)} ${index}`,
		elements: { portrait: true, ...Object.fromEntries(elements.map((name) => [name, true])) },
		certificateAuthority: null,
		createdDaysAgo,
		updatedDaysAgo: createdDaysAgo * fraction(index, 4),
	};
}

/** @param users number of possible owners */
export function inventedToken(index: number, users: number): SampleRefreshToken {
	const issuedDaysAgo = 1 + fraction(index, 0) * YEAR_DAYS;
	const owner = index % TOKENS_FOR_EACH_OF_FIRST_USER === 0 ? 0 : below(users, index, 1);
	const metadata = { device_label: `${pick(PLACES, index, 2)} ${index}`, cost_centre: `CC-${below(9000, index, 3)}` };
	return {
		handle: `invented-${index}`,
		user: inventedUser(owner).handle,
		client: pick(CLIENTS, index, 4),
		issuedDaysAgo,
		exchangedDaysAgo: index % 6 === 0 ? null : issuedDaysAgo * fraction(index, 5),
		idleExpiresInDays: 60,
		expiresInDays: index % 10 === 0 ? null : YEAR_DAYS,
		initial: pick(DEVICES, index, 6),
		last: pick(DEVICES, index, 7),
		session: `invented-${index}`,
		audiences: index % 5 === 0 ? "both" : "management",
		metadata: index % 3 === 0 ? null : metadata,
	};
}

/** The session that `inventedToken` of this number was issued in. */
export function inventedSession(index: number, users: number): SampleSession {
	const { handle, user, client, issuedDaysAgo, initial, last, metadata } = inventedToken(index, users);
	return {
		handle,
		user,
		initial,
		last,
		metadata,
		clients: [client],
		methods: [index % 4 === 0 ? "otp" : "pwd"],
		actor: null,
		begunDaysAgo: Math.min(issuedDaysAgo, SESSION_DAYS_MAX),
		usedDaysAgo: Math.min(issuedDaysAgo, SESSION_DAYS_MAX) * fraction(index, 5),
	};
}

/** What the log says, the newest first. @param users number of possible ones */
export function inventedLogEntry(index: number, users: number) {
	const type = pick(LOG_TYPES_BY_SHARE, index, 0);
	const user = inventedUser(index % TOKENS_FOR_EACH_OF_FIRST_USER === 0 ? 0 : below(users, index, 1));
	const address = below(ADDRESSES, index, 2);
	return {
		type,
		secondsAgo: (index + 1) * SECONDS_BETWEEN_ENTRIES,
		user,
		client: pick(CLIENTS, index, 3),
		ip: `198.18.${Math.floor(address / 250)}.${address % 250}`,
	};
}
