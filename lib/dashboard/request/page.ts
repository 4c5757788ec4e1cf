import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { markMissing, requestWide } from "@/lib/process/request-context";
import { dashboardConfig } from "../config";
import { outcomeOf } from "../problem/problem-of";
import type { ResourceName } from "../resources/resources";

/** Set by the browser's script; see components/layout/remember-time-zone. */
const TIME_ZONE_COOKIE = "time-zone";

/** The time of this page, and the reader's time zone: UTC until the browser has set it. */
export async function pageClock(): Promise<{ now: Date; timeZone: string }> {
	return { now: new Date(), timeZone: readTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value) };
}

/**
 * What a page passes to each editor's form: whose page it is, when it was rendered (ISO 8601 UTC), the time zone, and for how
 * many days its history is kept.
 */
export function formPage(subject: string, { now, timeZone }: Awaited<ReturnType<typeof pageClock>>) {
	const { auditRetentionDays: historyDays } = dashboardConfig();
	return { subject, madeAt: now.toISOString(), timeZone, historyDays };
}

/** The last that was read: to check a name takes as long as a statement of the store. */
let last = { name: "UTC", timeZone: "UTC" };

/** @param name an IANA name; anything else is UTC */
function readTimeZone(name = "UTC"): string {
	if (last.name !== name) last = { name, timeZone: checkTimeZone(name) };
	return last.timeZone;
}

function checkTimeZone(name: string): string {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: decodeURIComponent(name) }).resolvedOptions().timeZone;
	} catch {
		return "UTC";
	}
}

/** Sets the status of the current page to 404. Next's `notFound` would replace the page, which would be empty without scripts. */
export function respondWithNotFound(): void {
	markMissing();
}

/** The nonce of a page's scripts, in the policy that the server has set for the request. */
export function nonceOf(requestHeaders: Headers): string | undefined {
	return /'nonce-([^']+)'/.exec(requestHeaders.get("content-security-policy") ?? "")?.[1];
}

/** Set in a browser in which the list of first steps was dismissed. */
export const FIRST_STEPS_COOKIE = "first-steps";

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Sets a cookie for a choice in this browser, which no script reads. */
export async function setLastingCookie(name: string, value: string): Promise<void> {
	(await cookies()).set(name, value, {
		path: "/",
		maxAge: ONE_YEAR_SECONDS,
		sameSite: "lax",
		httpOnly: true,
		secure: dashboardConfig().secure,
	});
}

/**
 * The baseline in the form data of an action, for the page in the same response: where the service can't be read again the
 * page still shows the form, with its values and the result.
 */
export function submittedBaseline<Baseline>(name: string) {
	const held = requestWide<{ id: string; baseline: Baseline } | null>(name, () => null);
	return {
		keep: (id: string, baseline: Baseline) => held.set({ id, baseline }),
		/** Of the form in this request, where it is for the same resource; else null. */
		of(id: string): Baseline | null {
			const submitted = held.get();
			return submitted?.id === id ? submitted.baseline : null;
		},
	};
}

/** A read once per request, for title and page: its value, or its problem with the baseline that this request submitted. */
export function pageReader<Read, Baseline>(
	read: (id: string) => Promise<Read>,
	subject: ResourceName,
	submitted: ReturnType<typeof submittedBaseline<Baseline>>,
) {
	return cache(async (id: string) => {
		const outcome = await outcomeOf(read(id), subject);
		return { outcome, submitted: outcome.problem && outcome.problem.about !== "missing" ? submitted.of(id) : null };
	});
}
