import "server-only";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import {
	type CreateTemplateRequest,
	type Template,
	type TemplatePage,
	template,
	templatePage,
	type UpdateTemplateRequest,
} from "@/lib/contract/template/template";
import { settleLookedUp } from "../audit/audited-write";
import type { NamedValues } from "../audit/changes";
import { callManagement, LOOK_UP_WITHIN_MS } from "./call/client";
import { ManagementError } from "./call/errors";
import { notCarriedOut } from "./not-carried-out";
import { findTemplateByName, holds } from "./template-look-up";
import { forgetUnconfirmed, rememberUnconfirmed, wasUnconfirmed } from "./unconfirmed-creates";

/**
 * One checkpoint page of templates; `from` is the `next` of the page before.
 * @throws ManagementError "no-area" where the tenant has no templates at all
 */
export async function listTemplates(from?: string, take?: number): Promise<TemplatePage> {
	try {
		return await callManagement("get_vc_templates", { query: { from, take }, answer: templatePage });
	} catch (error) {
		if (!(error instanceof ManagementError && error.kind === "not-found")) throw error;
		const { status, serviceMessage, reference } = error;
		throw new ManagementError("no-area", { status, serviceMessage, reference });
	}
}

/** @param withinMs total time, where less than usual is left */
export function getTemplate(id: string, withinMs?: number): Promise<Template> {
	return callManagement("get_vc_templates_by_id", { path: { id }, answer: template, withinMs });
}

/**
 * Creates a template. Where the answer got lost, the template is looked up by its name (names are unique) instead of
 * being sent again: it is then either there, or the error says that nothing was created.
 * @throws ManagementError; `outcomeUnknown` only when the look-up could not tell either
 */
export async function createTemplate(body: CreateTemplateRequest): Promise<Template> {
	try {
		const audit = { target: body.name, after: templateNames(body), createdId: ({ id }: Template) => id };
		return await callManagement("post_vc_templates", { body, answer: template, audit });
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "conflict" && (await wasUnconfirmed(body))) return await ownTemplate(body, error);
		if (!error.outcomeUnknown) throw error;
		await rememberUnconfirmed(body);
		return await ownTemplate(body, error);
	}
}

/** The template that an unconfirmed create of ours has made. @throws the error, told truthfully */
async function ownTemplate(body: CreateTemplateRequest, error: ManagementError): Promise<Template> {
	const found = await findTemplateByName(body.name).catch(() => undefined);
	if (found === undefined) throw error;
	if (found === null) throw error.kind === "conflict" ? error : await notCarriedOut(error);
	if (!holds(found, body)) {
		await settleLookedUp(error, "not-done");
		throw new ManagementError("conflict", { reference: error.reference, cause: error });
	}
	await forgetUnconfirmed(body);
	await settleLookedUp(error, "done", found.id);
	return found;
}

/**
 * Changes a template. Where the answer got lost the template is read again: it holds what was sent, or the error says
 * that nothing was changed.
 * @param current what the service held when it was last read, for the audit trail
 * @throws ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function updateTemplate(id: string, body: UpdateTemplateRequest, current?: Template): Promise<Template> {
	const audit = {
		before: current && templateNames({ ...body, ...partsOf(current, body) }),
		after: templateNames(body),
	};
	try {
		return await callManagement("patch_vc_templates_by_id", { path: { id }, body, answer: template, audit });
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		const found = await getTemplate(id, LOOK_UP_WITHIN_MS).catch(() => null);
		if (found === null) throw error;
		if (!holds(found, body)) throw await notCarriedOut(error);
		await settleLookedUp(error, "done");
		return found;
	}
}

/**
 * Deletes a template. Where the answer got lost the template is looked up: it is gone, or the error says that it is
 * still there.
 * @throws ManagementError; `outcomeUnknown` only when looking it up failed too
 */
export async function deleteTemplate(id: string): Promise<void> {
	try {
		await callManagement("delete_vc_templates_by_id", { path: { id } });
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		const isThere = await getTemplate(id, LOOK_UP_WITHIN_MS).then(
			() => true,
			(lookUp: unknown) => (lookUp instanceof ManagementError && lookUp.kind === "not-found" ? false : null),
		);
		if (isThere === null) throw error;
		if (isThere) throw await notCarriedOut(error);
		await settleLookedUp(error, "done");
	}
}

/** The same properties of a stored template as a request names. */
function partsOf(stored: Template, body: UpdateTemplateRequest): Partial<UpdateTemplateRequest> {
	return Object.fromEntries(Object.keys(body).map((name) => [name, stored[name]]));
}

/** A template's properties and requested attributes by name, for the audit trail. */
function templateNames({ presentation, ...rest }: Partial<UpdateTemplateRequest>): NamedValues {
	const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
	return { ...Object.fromEntries(given), ...(presentation ? elementsOf(presentation) : {}) };
}
