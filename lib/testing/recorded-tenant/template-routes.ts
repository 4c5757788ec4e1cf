import { checkpointPage, created, missing, noContent, ok } from "./answer";
import { newId, type Routes } from "./state";

const PATH = "/verifiable-credentials/verification/templates";
const PROPERTIES = [
	"name",
	"type",
	"dialect",
	"presentation",
	"custom_certificate_authority",
	"well_known_trusted_issuers",
];
const noTemplate = missing("verification template", "inexistent_template");

export const templateRoutes: Routes = {
	[`GET ${PATH}`]: {
		scopes: ["read:vdcs_templates"],
		answer: ({ state, switches }, { query }) =>
			checkpointPage("templates", [...state.templates.values()], query, switches.checkpointMost),
	},
	[`GET ${PATH}/{id}`]: {
		scopes: ["read:vdcs_templates"],
		answer({ state }, { id }) {
			const found = state.templates.get(id);
			return found ? ok(found) : noTemplate;
		},
	},
	[`POST ${PATH}`]: {
		scopes: ["create:vdcs_templates"],
		body: PROPERTIES,
		answer({ state }, { body }) {
			const now = new Date().toISOString();
			const made = { ...body, id: newId(state, "vct_"), created_at: now, updated_at: now };
			state.templates.set(made.id, made);
			return created(made);
		},
	},
	[`PATCH ${PATH}/{id}`]: {
		scopes: ["update:vdcs_templates"],
		body: [...PROPERTIES, "version"],
		answer({ state }, { id, body }) {
			const found = state.templates.get(id);
			if (!found) return noTemplate;
			const changed = { ...found, ...body, updated_at: new Date().toISOString() };
			state.templates.set(id, changed);
			return ok(changed);
		},
	},
	[`DELETE ${PATH}/{id}`]: {
		scopes: ["delete:vdcs_templates"],
		answer({ state }, { id }) {
			state.templates.delete(id);
			return noContent;
		},
	},
};
