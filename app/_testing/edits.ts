import { expect } from "vitest";
import { saveMetadataAction } from "@/app/(console)/_metadata/metadata-actions";
import { requestRevocationAction } from "@/app/(console)/_revocation/revocation-action";
import {
	changeScopesAction,
	removeGrantAction,
	rotateSecretAction,
} from "@/app/(console)/applications/_access/access-actions";
import {
	createApplicationAction,
	deleteApplicationAction,
	updateApplicationAction,
} from "@/app/(console)/applications/_edit/application-actions";
import { singleSignOnAction } from "@/app/(console)/applications/_single-sign-on/single-sign-on-actions";
import {
	createConnectionAction,
	deleteConnectionAction,
	updateConnectionAction,
} from "@/app/(console)/connections/_edit/connection-actions";
import { addWebhookAction, updateWebhookAction } from "@/app/(console)/log-stream/log-stream-actions";
import { addReadTokenAction } from "@/app/(console)/read-tokens/read-token-actions";
import { revokeManyAction } from "@/app/(console)/refresh-tokens/revoke/revoke-many-action";
import {
	createTemplateAction,
	deleteTemplateAction,
	updateTemplateAction,
} from "@/app/(console)/templates/_form/template-actions";
import { endSessionsAction, revokeTokensAction, setBlockedAction } from "@/app/(console)/users/[id]/user-actions";
import { sampleTokens } from "@/lib/testing/recorded-tenant/sample-people";
import type { Sample } from "./console-pages";
import type { Filled } from "./page-form";

/** A request, as `PATCH /clients/x`, or a matcher of it. */
type Write = [what: unknown, body?: unknown];

/** A form of the console, filled in and sent. */
export type Edit = {
	title: string;
	/** Of the list of pages, with another query. */
	route: string;
	query?: Record<string, string>;
	/** What its `[id]` is, if not the usual. */
	id?: keyof Sample;
	/** Its text. */
	button: string | RegExp;
	filled?: Filled | ((sample: Sample) => Filled);
	send: (form: FormData) => Promise<unknown>;
	/** It ends something of the user. */
	isEnd?: true;
	/** Everything that is written to a tenant of the vendor, in this order. */
	written: (sample: Sample) => Write[];
	/** What follows in the same press where the tenant does not offer the first. */
	singly?: (sample: Sample) => Write[];
	/** What the admin reads afterwards, and on which page, if not on the same one. */
	read: RegExp;
	readOn?: string;
	/** The value of a box that is ticked afterwards. */
	ticked?: (sample: Sample) => string;
};

/** An action of a form that begins with the state. */
const sendTo =
	<State>(action: (state: State, form: FormData) => Promise<unknown>, state: State): Edit["send"] =>
	(form) =>
		action(state, form);

/** All of the user's at the tenant of the vendor. */
const TOKENS = sampleTokens().map(({ id }) => id);

/** The state of the form before its first press. */
const begun = { requested: [], gone: [], left: [], unconfirmed: [], isOneByOne: false };

const TEMPLATES = "/verifiable-credentials/verification/templates";
const userPath = ({ user }: Sample) => `/users/${encodeURIComponent(user)}`;

/** One of each kind that the console has. */
export const edits: readonly Edit[] = [
	{
		title: "a template's name",
		route: "/templates/[id]",
		button: "Save changes",
		filled: { name: "Renamed" },
		send: sendTo(updateTemplateAction, {}),
		written: ({ template }) => [[`PATCH ${TEMPLATES}/${template}`, { name: "Renamed" }]],
		read: /Renamed/,
	},
	{
		title: "a new template",
		route: "/templates/new",
		button: "Create template",
		filled: { name: "Made here", attribute: ["portrait"] },
		send: sendTo(createTemplateAction, {}),
		written: () => [
			[
				`POST ${TEMPLATES}`,
				expect.objectContaining({
					name: "Made here",
					presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } },
				}),
			],
		],
		read: /Made here/,
		readOn: "/templates",
	},
	{
		title: "the end of a template",
		route: "/templates/[id]",
		button: "Delete template",
		send: sendTo(deleteTemplateAction, {}),
		written: ({ template }) => [[`DELETE ${TEMPLATES}/${template}`]],
		read: /No template with this ID/,
	},
	{
		title: "a token's metadata",
		route: "/refresh-tokens/[id]",
		button: "Save metadata",
		filled: { value: "new" },
		send: sendTo(saveMetadataAction, {}),
		written: ({ token }) => [[`PATCH /refresh-tokens/${token}`, { refresh_token_metadata: { plan: "new" } }]],
		read: / new /,
	},
	{
		title: "a session's metadata",
		route: "/sessions/[id]",
		button: "Save metadata",
		filled: { value: "new" },
		send: sendTo(saveMetadataAction, {}),
		written: ({ session }) => [[`PATCH /sessions/${session}`, { session_metadata: { ticket: "new" } }]],
		read: / new /,
	},
	{
		title: "the end of a session",
		route: "/users/[id]",
		button: "End session",
		isEnd: true,
		send: sendTo(requestRevocationAction, {}),
		written: (sample) => [[`POST ${userPath(sample)}/revoke-access`, { session_id: sample.session }]],
		singly: ({ session }) => [[`POST /sessions/${session}/revoke`]],
		read: /The session has ended/,
	},
	{
		title: "the end of all sessions and tokens",
		route: "/users/[id]",
		button: "End all sessions",
		isEnd: true,
		send: sendTo(endSessionsAction, {}),
		written: (sample) => [[`POST ${userPath(sample)}/revoke-access`, {}]],
		singly: (sample) => [[`DELETE ${userPath(sample)}/sessions`], [`DELETE ${userPath(sample)}/refresh-tokens`]],
		read: /Not signed in anywhere/,
	},
	{
		title: "the end of all sessions alone",
		route: "/users/[id]",
		button: "End all sessions",
		isEnd: true,
		filled: { revoke: [] },
		send: sendTo(endSessionsAction, {}),
		written: (sample) => [[`POST ${userPath(sample)}/revoke-access`, { preserve_refresh_tokens: true }]],
		read: /Not signed in anywhere.*\btoken\b/,
	},
	{
		title: "the end of a token",
		route: "/refresh-tokens/[id]",
		button: "Revoke token",
		isEnd: true,
		send: sendTo(requestRevocationAction, {}),
		written: ({ token }) => [[`DELETE /refresh-tokens/${token}`]],
		read: /No refresh token with this ID/,
	},
	{
		title: "the end of several tokens",
		route: "/refresh-tokens/revoke",
		query: { all: "yes" },
		button: /^Revoke \d+ tokens?$/,
		isEnd: true,
		send: sendTo(revokeManyAction, begun),
		written: () => [["POST /refresh-tokens/revoke", { ids: TOKENS }]],
		singly: () => TOKENS.map((id) => [`DELETE /refresh-tokens/${id}`]),
		read: /Revocation requested: \d+ token/,
		readOn: "/refresh-tokens",
	},
	{
		title: "the end of all tokens",
		route: "/users/[id]",
		button: "Revoke all tokens",
		isEnd: true,
		send: sendTo(revokeTokensAction, {}),
		written: (sample) => [[`DELETE ${userPath(sample)}/refresh-tokens`]],
		read: /None of those refresh tokens is listed any more/,
	},
	{
		title: "a block",
		route: "/users/[id]",
		button: "Block user",
		isEnd: true,
		send: sendTo(setBlockedAction, {}),
		written: (sample) => [[`PATCH ${userPath(sample)}`, { blocked: true }]],
		read: /Unblock/,
	},
	{
		title: "an application's name",
		route: "/applications/[id]",
		button: "Save changes",
		filled: { name: "Renamed" },
		send: sendTo(updateApplicationAction, {}),
		written: ({ application }) => [[`PATCH /clients/${application}`, { name: "Renamed" }]],
		read: /Renamed/,
	},
	{
		title: "a new application",
		route: "/applications/new",
		button: "Create application",
		filled: { name: "Made here", type: "regular_web", callbacks: "https://made.example/callback" },
		send: sendTo(createApplicationAction, {}),
		written: () => [["POST /clients", expect.objectContaining({ name: "Made here", app_type: "regular_web" })]],
		read: /Made here/,
		readOn: "/applications",
	},
	{
		title: "a new secret",
		route: "/applications/[id]",
		button: "Rotate secret",
		send: sendTo(rotateSecretAction, {}),
		written: ({ application }) => [[`POST /clients/${application}/rotate-secret`]],
		read: /Shown once/,
	},
	{
		title: "rotating refresh tokens",
		route: "/applications/[id]",
		button: "Save changes",
		filled: { rotates: "on" },
		send: sendTo(updateApplicationAction, {}),
		written: ({ application }) => [
			[
				`PATCH /clients/${application}`,
				{
					refresh_token: expect.objectContaining({
						rotation_type: "rotating",
						expiration_type: "expiring",
						infinite_token_lifetime: false,
						infinite_idle_token_lifetime: false,
					}),
				},
			],
		],
		read: /Refresh tokens/,
	},
	{
		title: "one scope more",
		route: "/applications/[id]",
		id: "keyApplication",
		button: "Change scopes",
		filled: { scope: ["read:users", "read:clients"] },
		send: sendTo(changeScopesAction, {}),
		written: () => [["PATCH /client-grants/cgr_Ledger0000000003", { scope: ["read:users", "read:clients"] }]],
		read: /Management interface .{0,80} read:clients/,
	},
	{
		title: "the end of a grant",
		route: "/applications/[id]",
		button: "Remove grant",
		send: sendTo(removeGrantAction, {}),
		written: () => [["DELETE /client-grants/cgr_Portal0000000004"]],
		read: /API access/,
	},
	{
		title: "the end of an application",
		route: "/applications/[id]",
		button: "Delete application",
		send: sendTo(deleteApplicationAction, {}),
		written: ({ application }) => [[`DELETE /clients/${application}`]],
		read: /No application with this ID/,
	},
	{
		title: "single sign-on",
		route: "/applications/[id]/single-sign-on",
		button: "Save changes",
		filled: { audience: "urn:new" },
		send: sendTo(singleSignOnAction, {}),
		written: ({ samlApplication }) => [
			[
				`PATCH /clients/${samlApplication}`,
				{
					addons: {
						samlp: { audience: "urn:new", signResponse: false },
						sap_api: expect.objectContaining({ servicePassword: "PLANTED-SECRET-sap" }),
					},
				},
			],
		],
		read: /urn:new/,
	},
	{
		title: "a provider's name",
		route: "/connections/[id]",
		button: "Save changes",
		filled: { displayName: "Renamed" },
		send: sendTo(updateConnectionAction, {}),
		written: ({ provider }) => [[`PATCH /connections/${provider}`, { display_name: "Renamed" }]],
		read: /Renamed/,
	},
	{
		title: "a provider's address",
		route: "/connections/[id]",
		button: "Save changes",
		filled: { signInEndpoint: "https://new.example/sso" },
		send: sendTo(updateConnectionAction, {}),
		written: ({ provider }) => [
			[
				`PATCH /connections/${provider}`,
				{
					display_name: "Acme staff",
					options: {
						signInEndpoint: "https://new.example/sso",
						signOutEndpoint: "https://acme.example/slo",
						signatureAlgorithm: "rsa-sha256",
						digestAlgorithm: "sha256",
						disableSignout: false,
						fieldsMap: { email: ["mail", "emailaddress"] },
						idpinitiated: { enabled: true },
						tenant_domain: "acme.example",
						domain_aliases: ["acme.example"],
						decryptionKey: { key: "PLANTED-SECRET-key", cert: "PUBLIC" },
						strategy_version: 2,
						assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] },
					},
				},
			],
		],
		read: /https:\/\/new\.example\/sso/,
	},
	{
		title: "a provider's applications",
		route: "/connections/[id]",
		button: "Save changes",
		filled: ({ publicApplication, application }) => ({ clients: [publicApplication, application] }),
		send: sendTo(updateConnectionAction, {}),
		written: ({ provider, publicApplication }) => [
			[`PATCH /connections/${provider}/clients`, [{ client_id: publicApplication, status: true }]],
		],
		read: /Applications/,
		ticked: ({ publicApplication }) => publicApplication,
	},
	{
		title: "a new provider",
		route: "/connections/new",
		button: "Create identity provider",
		filled: ({ publicApplication }) => ({
			name: "made-here",
			signInEndpoint: "https://made.example/sso",
			clients: [publicApplication],
		}),
		send: sendTo(createConnectionAction, {}),
		written: ({ publicApplication }) => [
			["POST /connections", expect.objectContaining({ name: "made-here", strategy: "samlp" })],
			[expect.stringMatching(/^PATCH \/connections\/\w+\/clients$/), [{ client_id: publicApplication, status: true }]],
		],
		read: /made-here/,
		readOn: "/connections",
	},
	{
		title: "the end of a provider",
		route: "/connections/[id]",
		button: "Delete identity provider",
		send: sendTo(deleteConnectionAction, {}),
		written: ({ provider }) => [[`DELETE /connections/${provider}`]],
		read: /No identity provider with this ID/,
	},
	{
		title: "a webhook's name and events",
		route: "/log-stream/[id]",
		button: "Save changes",
		filled: { name: "Renamed", kinds: ["templates", "users"] },
		send: sendTo(updateWebhookAction, {}),
		written: () => [],
		read: /Renamed/,
	},
	{
		title: "a new webhook",
		route: "/log-stream",
		button: "Add webhook",
		filled: { name: "Made here", url: "https://made.example/hook" },
		send: sendTo(addWebhookAction, {}),
		written: () => [],
		read: /Made here/,
	},
	{
		title: "a new read token",
		route: "/read-tokens",
		button: "Create read token",
		filled: { name: "Made here" },
		send: sendTo(addReadTokenAction, {}),
		written: () => [],
		read: /Made here/,
	},
];
