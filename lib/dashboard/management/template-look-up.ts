import "server-only";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import {
	type CreateTemplateRequest,
	type Template,
	templatePage,
	type UpdateTemplateRequest,
} from "@/lib/contract/template/template";
import { callManagement, LOOK_UP_WITHIN_MS } from "./call/client";

const PAGE_SIZE = 100;

/** The template of a name, null when there is none, undefined when there are too many to look through in time. */
export async function findTemplateByName(name: string): Promise<Template | null | undefined> {
	const end = performance.now() + LOOK_UP_WITHIN_MS;
	let from: string | undefined;
	while (performance.now() < end) {
		const { templates, next } = await callManagement("get_vc_templates", {
			query: { from, take: PAGE_SIZE },
			answer: templatePage,
			withinMs: Math.ceil(end - performance.now()),
		});
		const found = templates.find((candidate) => candidate.name === name);
		if (found) return found;
		if (!next || templates.length === 0) return null;
		from = next;
	}
	return undefined;
}

/**
 * Whether a template holds everything that a request asked for. What the request leaves out does not matter, nor what
 * the answer leaves out: a list may show less of a template than its own page.
 */
export function holds(stored: Template, body: CreateTemplateRequest | UpdateTemplateRequest): boolean {
	const wanted = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
	return wanted.every(
		([name, value]) => stored[name] === undefined || isDeepStrictEqual(plain(stored[name]), plain(value)),
	);
}

/** Without prototypes and absent properties, as it goes over the wire. */
function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
