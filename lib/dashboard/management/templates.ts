import "server-only";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isJsonObject } from "@/lib/contract/safe-object";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import {
	type CreateTemplateRequest,
	type Template,
	template,
	templatePage,
	type UpdateTemplateRequest,
} from "@/lib/contract/template/template";
import { changeOf, type NamedValues, partsOf } from "../audit/changes";
import { omits } from "../omitted";
import type { CommandLine } from "../session/command-line";
import { forgetUnconfirmed, rememberUnconfirmed, wasUnconfirmed } from "../store/creates";
import { writePurpose } from "../store/template-purposes";
import { PartlyWritten } from "../templates/apply-templates";
import { digestOf } from "../templates/digest";
import { noteListing } from "../templates/history/note-listing";
import { noteGone, noteTemplates } from "../templates/history/note-read";
import { type Recorded, recordedWrite } from "../templates/history/record-write";
import { snapshotOf } from "../templates/history/snapshot";
import { isStated, noPurpose, type Purpose } from "../templates/purpose";
import { type Actor, callManagement } from "./call/client";
import { ManagementError, noArea } from "./call/errors";
import { LOOK_UP_WITHIN_MS } from "./call/send";
import { readCheckpointPage } from "./list-pages";
import {
	type LookedUp,
	lookedUpValue,
	lookUpChanged,
	lookUpCreated,
	lookUpDeleted,
	writeOrLookUp,
} from "./safe-writes";
import { nameSeen, noteName } from "./seen";

// The last parameter of each function: who acts, where it is not the admin whose session this request has.

type ListedTemplates = { templates: Template[]; unreadable: number; next: string | null; isPart: boolean };

/**
 * One checkpoint page of templates; `from` is the `next` of the page before. `isPart`: it has fewer than it could, because
 * they are large; `unreadable`: how many others of it could not be read.
 * @throws ManagementError "no-area" where the tenant has no templates at all
 */
export async function listTemplates(from?: string, take?: number, actor?: Actor): Promise<ListedTemplates> {
	const seenFrom = Date.now();
	const { items, unreadable, next, isPart } = await readTemplatePage({ from, take }, { actor }).catch(noArea);
	const page = { templates: items, unreadable, next, isPart };
	for (const { id, name } of page.templates) noteName(id, name);
	await noteTemplates(page.templates, seenFrom);
	await noteListing(from, page, seenFrom);
	return page;
}

function readTemplatePage(checkpoint: { from: string | undefined; take: number | undefined }, call: Options) {
	return readCheckpointPage("template", checkpoint, async (query) => {
		const page = await callManagement("get_vc_templates", { query, schema: templatePage, ...call });
		return { ...page, items: page.templates };
	});
}

type Options = { actor: Actor | undefined; withinMs?: number };

/** Of what was read of each template whose request has a form that is not known here: the SHA-256 of the request. */
const unreadForms = new WeakMap<Template, string>();

const readTemplate = z.unknown().transform((raw, context): Template => {
	const { data, error } = template.safeParse(raw);
	if (!data) {
		for (const { path, message } of error.issues) context.addIssue({ code: "custom", path, message });
		return z.NEVER;
	}
	if (!data.presentation && isJsonObject(raw)) unreadForms.set(data, digestOf(raw.presentation ?? null));
	return data;
});

/** What tells whether the request of a template has changed whose form is not known here. @param found by `getTemplate` */
export function unreadFormOf(found: Template): string | null {
	return unreadForms.get(found) ?? null;
}

/** @param withinMs total time, where less than usual is left */
export async function getTemplate(id: string, withinMs?: number, actor?: Actor): Promise<Template> {
	const seenFrom = Date.now();
	const call = callManagement("get_vc_templates_by_id", { path: { id }, schema: readTemplate, withinMs, actor });
	const found = await call.catch(async (error: unknown) => {
		if (error instanceof ManagementError && error.kind === "not-found") await noteGone([id], seenFrom);
		throw error;
	});
	noteName(found.id, found.name);
	await noteTemplates([found], seenFrom);
	return found;
}

/**
 * Creates a template; where the response got lost, looks it up by its name, which is unique. Then stores its purpose, which
 * the console keeps.
 * @throws ManagementError; `outcomeUnknown` only where the look-up was not conclusive
 * @throws PartlyWritten where the purpose could not be stored
 */
export async function createTemplate(
	body: CreateTemplateRequest,
	purpose: Purpose = noPurpose,
	actor?: CommandLine,
): Promise<Template> {
	const intended = { templateId: "", content: { custom_certificate_authority: null, ...snapshotOf(body) } };
	const created = await recordedWrite(intended, (recorded) => createOnce(body, recorded, actor), writtenOf(body));
	if (isStated(purpose))
		await writePurpose(actor, created.id, body.name, noPurpose, purpose).catch((cause: unknown) => {
			throw new PartlyWritten(created.id, cause);
		});
	return created;
}

async function createOnce(
	body: CreateTemplateRequest,
	recorded: Recorded<Template>,
	actor?: CommandLine,
): Promise<Template> {
	try {
		const createdId = ({ id }: Template) => id;
		const audit = { target: body.name, after: templateParts(body), createdId, ...recorded };
		return await callManagement("post_vc_templates", { body, schema: template, audit, actor });
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		const isRepeated = error.kind === "conflict" && (await wasUnconfirmed(body));
		if (!isRepeated && !error.outcomeUnknown) throw error;
		if (!isRepeated) await rememberUnconfirmed(body);
		const found = await lookUpOwn(body, actor);
		if (isRepeated && found.outcome === "not-done") throw error;
		return await lookedUpValue(found, error);
	}
}

/** Looks up the result of the console's own unconfirmed create. */
async function lookUpOwn(body: CreateTemplateRequest, actor?: CommandLine): Promise<LookedUp<Template>> {
	const found = await lookUpCreated(
		() => findTemplateByName(body.name, actor),
		(template) => holds(template, body),
	);
	if (found.outcome === "done") await forgetUnconfirmed(body);
	return found;
}

/**
 * Changes a template; where the response got lost, reads it again.
 * @param stored as it was last read, for the audit trail
 * @throws ManagementError; `outcomeUnknown` only when reading again failed too
 */
export function updateTemplate(
	id: string,
	body: UpdateTemplateRequest,
	stored?: Template,
	actor?: CommandLine,
): Promise<Template> {
	const audit = {
		name: stored?.name,
		renamedTo: body.name,
		...(stored ? changeOf("template", stored, body, templateParts) : { after: templateParts(body) }),
	};
	const send = (recorded: Recorded<Template>) =>
		writeOrLookUp(
			() => {
				const call = { path: { id }, body, schema: template, audit: { ...audit, ...recorded }, actor };
				return callManagement("patch_vc_templates_by_id", call);
			},
			() =>
				lookUpChanged(
					(withinMs) => getTemplate(id, withinMs, actor),
					(found) => holds(found, body) && (omits(found, body) ? null : true),
				),
		);
	const content = { ...(stored && snapshotOf(stored)), ...snapshotOf(body) };
	return recordedWrite({ templateId: id, content }, send, writtenOf(body));
}

/** What is stored after a write. What the response omits of what was sent is regarded as stored. */
function writtenOf(body: CreateTemplateRequest | UpdateTemplateRequest) {
	return (response: Template) => ({
		templateId: response.id,
		content: { ...snapshotOf(body), ...snapshotOf(response) },
	});
}

/**
 * Deletes a template; where the response got lost, looks it up.
 * @param name where the caller has it; else it is read, because afterwards only the audit trail has it
 * @throws ManagementError; `outcomeUnknown` only when looking it up failed too
 */
export async function deleteTemplate(id: string, name = nameSeen(id), actor?: CommandLine): Promise<void> {
	const audit = { name: name ?? (await nameOf(id, actor)) };
	const gone = { templateId: id, content: null };
	const send = (recorded: Recorded<undefined>) =>
		writeOrLookUp(
			() => callManagement("delete_vc_templates_by_id", { path: { id }, audit: { ...audit, ...recorded }, actor }),
			() => lookUpDeleted((withinMs) => getTemplate(id, withinMs, actor)),
		);
	await recordedWrite(gone, send, () => gone);
}

async function nameOf(id: string, actor?: CommandLine): Promise<string | null> {
	const found = await getTemplate(id, LOOK_UP_WITHIN_MS, actor).catch((error: unknown) => {
		if (error instanceof ManagementError) return null;
		throw error;
	});
	return found?.name ?? null;
}

/** A template's properties and requested attributes by name, for the audit trail. */
function templateParts({ presentation, ...rest }: Partial<UpdateTemplateRequest>): NamedValues {
	return { ...partsOf(rest), ...(presentation ? elementsOf(presentation) : {}) };
}

const PAGE_SIZE = 100;

/** Null where there is none, undefined where there are too many to search in time. */
export async function findTemplateByName(name: string, actor?: CommandLine): Promise<Template | null | undefined> {
	const end = performance.now() + LOOK_UP_WITHIN_MS;
	let from: string | undefined;
	while (performance.now() < end) {
		const options = { withinMs: Math.ceil(end - performance.now()), actor };
		const { items, unreadable, next } = await readTemplatePage({ from, take: PAGE_SIZE }, options);
		const found = items.find((candidate) => candidate.name === name);
		if (found) return found;
		// It may be the one.
		if (unreadable > 0) return undefined;
		if (!next) return null;
		from = next;
	}
	return undefined;
}

/** Whether a template matches a request. Properties that either omits do not matter: a list may omit some. */
export function holds(stored: Template, body: CreateTemplateRequest | UpdateTemplateRequest): boolean {
	const requested = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
	return requested.every(
		([name, value]) => stored[name] === undefined || isDeepStrictEqual(plain(stored[name]), plain(value)),
	);
}

/** Without prototypes and absent properties, as it is serialised. */
function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
