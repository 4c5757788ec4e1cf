import { randomInt } from "node:crypto";
import { z } from "zod";
import { createTemplateRequest, updateTemplateRequest } from "@/lib/contract/template/template";
import { isDatabaseError } from "@/lib/database/error-codes";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { booleanOfForm, type FormFields } from "../http/read-body";
import { Refusal } from "../http/refusal";
import { changeRow } from "../store/rows";
import type { IdentityServiceDatabase, TemplateRow } from "../store/schema";
import {
	deleteTemplate,
	findTemplate,
	insertTemplate,
	listTemplates,
	replaceTemplate,
	templateNameExists,
} from "../store/templates";
import { operation, type RecordEntry } from "./operation";
import { checkpointPage, checkpointParameters, type List } from "./paging";
import { lookupText, timeText } from "./resource";

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
	presentation: { depth: 3, value: booleanOfForm },
	version: { depth: 0, bare: (text) => (JSON_NUMBER.test(text) ? Number(text) : text) },
};

/** The list of templates, the newest first. */
function templateList({ database }: IdentityService): List<TemplateRow> {
	return {
		id: ["templates"],
		after(position, limit) {
			const [createdAt, id] = position ?? [];
			return listTemplates(database, createdAt !== undefined && id !== undefined ? { createdAt, id } : null, limit);
		},
		positionOf: ({ created_at, id }) => [created_at, id],
	};
}

export const templateOperations = [
	operation("get_vc_templates", {
		query: z.strictObject(checkpointParameters),
		response: z.strictObject({ templates: z.array(template), next: z.string().nullable() }),
		async run(service, { query }) {
			const { rows, next = null } = await checkpointPage(service, templateList(service), query);
			return { templates: rows.map(documentOf), next };
		},
	}),
	operation("post_vc_templates", {
		action: "Create a verification template",
		// A statement that the store refuses ends a transaction, and this one may be tried again.
		transaction: "own",
		body: { schema: createTemplateRequest, form },
		globalClientsOnly: true,
		description: "Only a global client may create templates. Any other is refused with 401.",
		// The specification requires create:vdcs_templates but has the 403 name this one. Both are implemented.
		scopesNamedInRefusal: ["update:vdcs_templates"],
		response: template,
		refusals: [409],
		async run(service, { body, record }) {
			const time = service.now().toISOString();
			const { custom_certificate_authority = null, ...rest } = body;
			const fields = { ...rest, custom_certificate_authority, created_at: time, updated_at: time };
			return documentOf(await insertUnderNewId(service, body.name, fields, record));
		},
	}),
	operation("get_vc_templates_by_id", {
		path,
		response: template,
		refusals: [404],
		run: async (service, input) => documentOf(await requireTemplate(service.database, input.path.id)),
	}),
	operation("patch_vc_templates_by_id", {
		action: "Update a verification template",
		path,
		body: { schema: updateTemplateRequest, form },
		response: template,
		refusals: [404, 409],
		async run(service, { path: { id }, body }) {
			// `version` is accepted and changes nothing: the specification's template has no version. Null means unchanged.
			const { version: _, ...fields } = body;
			const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
			const change = (before: TemplateRow): TemplateRow => {
				if (Object.keys(changes).length === 0) return before;
				const updated_at = service.now().toISOString();
				const document = JSON.stringify({ ...documentOf(before), ...changes, updated_at });
				const name_key = fields.name == null ? before.name_key : JSON.stringify(fields.name);
				return { ...before, name_key, document, updated_at };
			};
			// On SQLite no other change can come in between.
			const row = await changeRow(
				() => requireTemplate(service.database, id),
				change,
				(after, before) => replaceTemplate(service.database, after, before),
			).catch(refuseTakenName);
			return documentOf(row);
		},
	}),
	operation("delete_vc_templates_by_id", {
		action: "Delete a verification template",
		path,
		run: (service, input) => deleteTemplate(service.database, input.path.id),
	}),
];

async function insertUnderNewId(
	service: IdentityService,
	name: string,
	fields: { created_at: string },
	record: RecordEntry,
) {
	for (;;) {
		const id = `vct_${Array.from({ length: 16 }, () => randomInt(10)).join("")}`;
		const { created_at } = fields;
		const document = JSON.stringify({ id, ...fields });
		const row = { id, name_key: JSON.stringify(name), document, created_at, updated_at: created_at };
		try {
			await inTransaction(service.database, async (transaction) => {
				await insertTemplate(transaction, row);
				await record(transaction);
			});
			return row;
		} catch (error) {
			if (!isDatabaseError(error, "uniqueViolation")) throw error;
			if (await templateNameExists(service.database, row.name_key)) throw nameTaken();
			// Else the id exists, which one in 10^16 does: try another.
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

function documentOf({ document }: TemplateRow): object {
	return JSON.parse(document);
}
