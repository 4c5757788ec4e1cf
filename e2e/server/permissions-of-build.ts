import type { Permission } from "@/lib/dashboard/session/permissions";

// What every action, handler and page of the build needs. The sweep fails for one that is not listed here.

/** A server action, and what it needs. */
export type Action = {
	permission: Permission;
	/** It works on the sessions or tokens of the user whom the tenant names: support is refused those of an editor. */
	isPersonal?: true;
	/** What the action has in its form, or as its state, beside the fields of all. */
	fields?: (ids: Ids) => Record<string, string>;
	state?: object;
};

/** The key of a device that no user has. */
const NO_DEVICE = Buffer.from('["none",null,null]').toString("base64url");

export const CONSOLE = "app/(console)/";
/** By file and name. */
export const ACTIONS: Record<string, Action> = {
	"_overview/first-steps-actions.ts dismissFirstSteps": { permission: "look" },
	"connection/connection-actions.ts checkConnectionAction": { permission: "look" },
	"your-sessions/session-actions.ts endSessionAction": { permission: "look" },
	"applications/[id]/single-sign-on/test/test-actions.ts checkResponseAction": { permission: "look" },
	"templates/_form/template-actions.ts createTemplateAction": { permission: "changeTemplates" },
	"templates/_form/template-actions.ts updateTemplateAction": { permission: "changeTemplates" },
	"templates/_form/template-actions.ts deleteTemplateAction": { permission: "changeTemplates" },
	"templates/bulk/run-action.ts runTemplatesAction": { permission: "changeTemplates" },
	"templates/matrix/preview-action.ts previewMatrixAction": { permission: "changeTemplates" },
	"applications/_edit/application-actions.ts createApplicationAction": { permission: "changeApplications" },
	"applications/_edit/application-actions.ts updateApplicationAction": { permission: "changeApplications" },
	"applications/_edit/application-actions.ts deleteApplicationAction": { permission: "changeApplications" },
	"applications/_access/access-actions.ts changeScopesAction": { permission: "changeApplications" },
	"applications/_access/access-actions.ts removeGrantAction": { permission: "changeApplications" },
	"applications/_access/access-actions.ts rotateSecretAction": { permission: "changeApplications" },
	"applications/_single-sign-on/single-sign-on-actions.ts singleSignOnAction": {
		permission: "changeApplications",
	},
	"applications/[id]/single-sign-on/test/test-actions.ts testAddressAction": {
		permission: "changeApplications",
	},
	"connections/_edit/connection-actions.ts createConnectionAction": { permission: "changeProviders" },
	"connections/_edit/connection-actions.ts updateConnectionAction": { permission: "changeProviders" },
	"connections/_edit/connection-actions.ts deleteConnectionAction": { permission: "changeProviders" },
	"_metadata/metadata-actions.ts saveMetadataAction": { permission: "editMetadata", isPersonal: true },
	"_metadata-bulk/bulk-actions.ts previewBulkEditAction": {
		permission: "editMetadata",
		fields: ({ token, user }) => ({
			resource: "refresh token",
			user,
			item: token,
			operation: "set",
			key: "swept",
			value: "x",
		}),
	},
	"_metadata-bulk/bulk-actions.ts previewAgainAction": { permission: "editMetadata" },
	"_metadata-bulk/bulk-actions.ts runBulkEditAction": { permission: "editMetadata" },
	"_metadata-bulk/bulk-actions.ts undoBulkEditAction": { permission: "editMetadata" },
	"refresh-tokens/revoke/revoke-many-action.ts revokeManyAction": {
		permission: "revokeTokens",
		isPersonal: true,
		fields: ({ token }) => ({ token }),
		state: { requested: [], gone: [], left: [], unconfirmed: [], isOneByOne: false },
	},
	"_revocation/revocation-action.ts requestRevocationAction": { permission: "endSessions", isPersonal: true },
	"incidents/incident-actions.ts lookUpListAction": { permission: "endSessions" },
	"incidents/incident-actions.ts beginIncidentAction": { permission: "endSessions" },
	"incidents/incident-actions.ts runIncidentAction": { permission: "endSessions" },
	"incidents/incident-actions.ts lookUpAgainAction": { permission: "endSessions" },
	"users/[id]/user-actions.ts endSessionsAction": { permission: "endSessions", isPersonal: true },
	"users/[id]/user-actions.ts revokeTokensAction": { permission: "revokeTokens", isPersonal: true },
	"users/[id]/user-actions.ts setBlockedAction": { permission: "blockUsers" },
	"users/[id]/user-actions.ts liftBlocksAction": { permission: "blockUsers" },
	"users/[id]/user-actions.ts endConsoleAccessAction": { permission: "blockUsers" },
	"users/[id]/lost-device/lost-device-action.ts endLostDeviceAction": {
		permission: "endSessions",
		isPersonal: true,
		fields: ({ session }) => ({ device: NO_DEVICE, [`end ${NO_DEVICE}`]: `session ${session}` }),
	},
	"connections/[id]/test/provider-test-actions.ts checkProviderResponseAction": { permission: "look" },
	"connections/[id]/test/provider-test-actions.ts endProviderTestAction": { permission: "changeProviders" },
	"log-stream/log-stream-actions.ts addWebhookAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts addSecretAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts updateWebhookAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts pauseWebhookAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts sendTestAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts sendAgainAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts removeSecretAction": { permission: "setLogStream" },
	"log-stream/log-stream-actions.ts removeWebhookAction": { permission: "setLogStream" },
	"proposals/proposal-actions.ts decideProposalAction": { permission: "changeTemplates" },
	"proposals/proposal-actions.ts withdrawProposalAction": { permission: "propose" },
	"proposals/proposal-actions.ts reviseProposalAction": { permission: "propose" },
	"proposals/proposal-actions.ts proposeRestAction": { permission: "propose" },
	"proposals/proposal-actions.ts commentOnProposalAction": { permission: "propose" },
	"read-tokens/read-token-actions.ts addReadTokenAction": { permission: "makeTokens" },
	"read-tokens/read-token-actions.ts revokeReadTokenAction": { permission: "makeTokens" },
};

/** Pages and handlers that not every role may see; all others are for looking. */
export const PAGES: Record<string, Permission> = {
	"/api-calls": "seeApiCalls",
	"/api-calls/[id]": "seeApiCalls",
	"/incidents": "endSessions",
	"/incidents/[id]": "endSessions",
	"/incidents/[id]/results": "endSessions",
	"/log": "seeLog",
	"/log/[id]": "seeLog",
	"/log-stream": "setLogStream",
	"/messages": "openOutbox",
	"/log-stream/[id]": "setLogStream",
	"/read-tokens": "makeTokens",
};

/** Handlers that need a session, with how they are called. */
export const HANDLERS: Record<string, "GET" | "POST"> = {
	"/activity/export": "GET",
	"/incidents/[id]/results": "GET",
	"/templates/export": "GET",
	"/templates/rows": "GET",
	"/templates/[id]/json": "GET",
	"/templates/import/upload": "POST",
	"/applications/[id]/single-sign-on/[file]": "GET",
	"/api/console/jump": "GET",
	"/api/console/keys-in-use": "GET",
	"/api/console/presence": "GET",
	"/api/console/tenant-health": "GET",
	"/api/console/users/[id]/refresh-tokens": "GET",
	"/api/console/certificate": "POST",
	"/templates/try-it": "POST",
	"/templates/try-it/wallet/begin": "POST",
	"/templates/try-it/wallet/end": "POST",
	"/sign-in-test/start": "POST",
	"/sign-in-test/provider/start": "POST",
};
/** Signing in and out, the theme, health, unknown paths, responses of a tenant, what read tokens open, and what the framework adds. */
export const OPEN =
	/^\/(\[\.\.\.path|sign-in$|sign-in\/|sign-in-test\/(\[protocol]|provider$)|theme|sign-out|api\/auth|readyz|_|icon|inter\.woff2|api\/console\/(log-stream\/feed|activity|templates\/plan|proposals)$)/;

export type Ids = { [name in "template" | "application" | "connection" | "token" | "session" | "user"]: string };
/** Of nothing that exists. */
export const NONE: Ids = {
	template: "none",
	application: "none",
	connection: "none",
	token: "none",
	session: "none",
	user: "auth0|none",
};
