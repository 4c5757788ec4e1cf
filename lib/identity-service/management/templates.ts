import { randomInt } from "node:crypto";
import { z } from "zod";
import { createTemplateRequest, updateTemplateRequest } from "@/lib/contract/template/template";
import { isDatabaseError } from "@/lib/database/error-codes";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import type { FormFields } from "../http/form-body";
import { Refusal } from "../http/refusal";
import type { IdentityServiceDatabase } from "../store/schema";
import {
	deleteTemplate,
	findTemplate,
	insertTemplate,
	listTemplates,
	replaceTemplate,
	type TemplateRow,
	templateNameExists,
} from "../store/templates";
import { decodeCheckpoint, encodeCheckpoint } from "./checkpoint";
import { operation } from "./operation";
import { checkpointParameters, lookupText, noParameters, timeText } from "./parameters";

const TEMPLATE_ID_LENGTH_MAX = 26;
const path = z.strictObject({ id: lookupText.max(TEMPLATE_ID_LENGTH_MAX) });

const { custom_certificate_authority: certificateAuthority, ...required } = createTemplateRequest.shape;

/** The specification allows more properties; here there are none. */
const template = z.looseObject({
	id: z.string(),
	...required,
	custom_certificate_authority: certificateAuthority.unwrap(),
	created_at: timeText,
	updated_at: timeText,
});

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** `presentation[org.iso.18013.5.1.mDL][org.iso.18013.5.1][family_name]=true` */
const form: FormFields = {
	presentation: { depth: 3, value: (text) => (text === "true" ? true : text === "false" ? false : text) },
	version: { depth: 0, bare: (text) => (JSON_NUMBER.test(text) ? Number(text) : text) },
};

const LIST = ["templates"];

export const listTemplatesOperation = operation("get_vc_templates", {
	path: noParameters,
	query: z.strictObject(checkpointParameters),
	status: 200,
	answer: z.strictObject({ templates: z.array(template), next: z.string().nullable() }),
	async run(service, { query }) {
		const [createdAt, id] = decodeCheckpoint(service, LIST, query.from) ?? [];
		const after = createdAt !== undefined && id !== undefined ? { createdAt, id } : null;
		// One row more than asked for tells whether another page follows.
		const rows = await listTemplates(service.database, after, query.take + 1);
		const page = rows.slice(0, query.take);
		const last = rows.length > query.take ? page.at(-1) : undefined;
		return {
			templates: page.map(answerOf),
			next: last ? encodeCheckpoint(service, LIST, [last.created_at, last.id]) : null,
		};
	},
});

export const createTemplateOperation = operation("post_vc_templates", {
	path: noParameters,
	query: noParameters,
	body: { schema: createTemplateRequest, form },
	globalClientsOnly: true,
	// The specification requires create:vdcs_templates but has the 403 name this one. Both are kept.
	scopesNamedInRefusal: ["update:vdcs_templates"],
	status: 201,
	answer: template,
	refusals: [409],
	async run(service, { body }) {
		const time = service.now().toISOString();
		const { custom_certificate_authority = null, ...rest } = body;
		const fields = { ...rest, custom_certificate_authority, created_at: time, updated_at: time };
		return answerOf(await insertUnderNewId(service, body.name, fields));
	},
});

export const getTemplateOperation = operation("get_vc_templates_by_id", {
	path,
	query: noParameters,
	status: 200,
	answer: template,
	refusals: [404],
	run: async (service, input) => answerOf(await requireTemplate(service.database, input.path.id)),
});

export const updateTemplateOperation = operation("patch_vc_templates_by_id", {
	path,
	query: noParameters,
	body: { schema: updateTemplateRequest, form },
	status: 200,
	answer: template,
	refusals: [404, 409],
	async run(service, input) {
		// `version` is accepted and says nothing: the specification's template has no version. Null means unchanged.
		const { version: _, ...fields } = input.body;
		const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
		const change = async (database: IdentityServiceDatabase): Promise<Record<string, unknown>> => {
			const before = await requireTemplate(database, input.path.id);
			if (Object.keys(changes).length === 0) return answerOf(before);
			const updated_at = service.now().toISOString();
			const document = { ...answerOf(before), ...changes, updated_at };
			const name_key = fields.name == null ? before.name_key : JSON.stringify(fields.name);
			const after = { ...before, name_key, document: JSON.stringify(document), updated_at };
			if (await replaceTemplate(database, after, before.document)) return document;
			// Someone else changed it in between: apply the changes to what is there now.
			return change(database);
		};
		// On SQLite nobody does then, and what was read waits for the disk with what is written.
		return inTransaction(service.database, change).catch(refuseTakenName);
	},
});

export const deleteTemplateOperation = operation("delete_vc_templates_by_id", {
	path,
	query: noParameters,
	status: 204,
	run: (service, input) => deleteTemplate(service.database, input.path.id),
});

async function insertUnderNewId(service: IdentityService, name: string, fields: { created_at: string }) {
	for (;;) {
		const id = `vct_${Array.from({ length: 16 }, () => randomInt(10)).join("")}`;
		const { created_at } = fields;
		const document = JSON.stringify({ id, ...fields });
		const row = { id, name_key: JSON.stringify(name), document, created_at, updated_at: created_at };
		try {
			await insertTemplate(service.database, row);
			return row;
		} catch (error) {
			if (!isDatabaseError(error, "uniqueViolation")) throw error;
			if (await templateNameExists(service.database, row.name_key)) throw nameTaken();
			// Else the id is taken, which one in 10^16 is: try another.
		}
	}
}

async function requireTemplate(database: IdentityServiceDatabase, id: string): Promise<TemplateRow> {
	const row = await findTemplate(database, id);
	if (!row) throw new Refusal(404, null, "The verifiable credential template does not exist.");
	return row;
}

function refuseTakenName(error: unknown): never {
	throw isDatabaseError(error, "uniqueViolation") ? nameTaken() : error;
}

function nameTaken(): Refusal {
	return new Refusal(409, null, "Template (name) already exists.");
}

function answerOf(row: TemplateRow): Record<string, unknown> {
	return JSON.parse(row.document) as Record<string, unknown>;
}
