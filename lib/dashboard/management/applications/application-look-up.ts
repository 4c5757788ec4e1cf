import "server-only";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import type { Application } from "@/lib/contract/client/application";
import type { CreateClientRequest, UpdateClientRequest } from "@/lib/contract/client/client-request";
import { LOOK_UP_WITHIN_MS } from "../call/client";
import { APPLICATIONS_PER_PAGE } from "./client-names";
import { listApplications } from "./read-applications";

/**
 * The applications that are as a request asked for; names are not unique, so there may be several.
 * @returns undefined when there are too many to look through in time. @throws ManagementError
 */
export async function findLike(body: CreateClientRequest): Promise<Application[] | undefined> {
	const end = performance.now() + LOOK_UP_WITHIN_MS;
	const found: Application[] = [];
	for (let page = 0; performance.now() < end; page += 1) {
		const { applications } = await listApplications(page, Math.ceil(end - performance.now()));
		found.push(...applications.filter((application) => holds(application, body)));
		if (applications.length < APPLICATIONS_PER_PAGE) return found;
	}
	return undefined;
}

/**
 * Whether an application holds everything that a request asked for. Lists have no order, and of an object only what was
 * sent matters, nor what the answer leaves out.
 */
export function holds(stored: object, body: CreateClientRequest | UpdateClientRequest): boolean {
	const given: Record<string, unknown> = { ...stored };
	return Object.entries(body).every(([name, wanted]) => given[name] === undefined || isMet(given[name], wanted));
}

function isMet(stored: unknown, wanted: unknown): boolean {
	if (Array.isArray(wanted)) {
		return Array.isArray(stored) && isDeepStrictEqual(new Set(stored), new Set(wanted));
	}
	if (typeof wanted !== "object" || wanted === null) return isDeepStrictEqual(stored ?? null, wanted ?? null);
	if (typeof stored !== "object" || stored === null) return false;
	const given: Record<string, unknown> = { ...stored };
	return Object.entries(wanted).every(([name, value]) => isMet(given[name], value));
}
