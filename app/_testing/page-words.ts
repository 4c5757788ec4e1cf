import type { Scope } from "@/lib/contract/scopes";
import type { Sample } from "./console-pages";

const EMBEDDED = "the embedded service";
const VENDOR = "a tenant of the vendor";

/** What a page says, and what it never says, about one thing of a tenant. */
export type PageWords = {
	title: string;
	route: string;
	/** What its `[id]` is, where the page may be about several. */
	id?: keyof Sample;
	/** A scope that is not granted. */
	without?: Scope;
	/** The tenants on which it is so: both where none is named. */
	on?: typeof EMBEDDED | typeof VENDOR;
	says?: RegExp;
	never?: RegExp;
};

const APPLICATION = "/applications/[id]";
const PROVIDER = "/connections/[id]";
const SINGLE_SIGN_ON = "/applications/[id]/single-sign-on";
const AS_THE_PERSON = /Opened by .{0,80} as this user/;

/** What differs between the tenants, and what must not: one line each. */
export const pageWords: readonly PageWords[] = [
	{
		title: "an application without a stored method has the tenant's default",
		on: VENDOR,
		route: APPLICATION,
		id: "application",
		says: /tenant's default/,
		never: /public client/,
	},
	{
		title: "how an application authenticates is not known where its keys can't be read",
		on: VENDOR,
		route: APPLICATION,
		id: "application",
		without: "read:client_credentials",
		says: /not known.*read:client_credentials.*Rotate secret/s,
		never: /public client/,
	},
	{
		title: "scopes of the management interface are changed with a scope of its own",
		route: APPLICATION,
		id: "keyApplication",
		without: "update:client_grants",
		says: /update:client_grants/,
	},
	{
		title: "the secret of an application that has one is rotated",
		route: APPLICATION,
		id: "application",
		says: /Rotate secret/,
	},
	{
		title: "a public application has no secret, whatever the tenant holds",
		route: APPLICATION,
		id: "publicApplication",
		says: /public client/,
		never: /Rotate secret/,
	},
	{
		title: "an application with a key of its own has no secret",
		route: APPLICATION,
		id: "keyApplication",
		says: /with a key of its own/,
		never: /Rotate secret/,
	},
	{
		title: "an application that may do more than the console is read-only",
		route: APPLICATION,
		id: "powerfulApplication",
		says: /read-only here/,
		never: /Rotate secret|Remove grant/,
	},
	{
		title: "a grant of all scopes covers future ones",
		on: VENDOR,
		route: APPLICATION,
		id: "powerfulApplication",
		says: /all scopes.{0,60}future/i,
	},
	{
		title: "a grant for people is told from one of the application's own",
		on: VENDOR,
		route: APPLICATION,
		id: "partnerApplication",
		says: /third party.*users/s,
	},
	{
		title: "people may sign up to applications of the embedded service alone",
		on: EMBEDDED,
		route: APPLICATION,
		id: "application",
		says: /Users may sign up/,
	},
	{
		title: "a tenant of the vendor has sign-up by connection",
		on: VENDOR,
		route: APPLICATION,
		id: "application",
		never: /Users may sign up/,
	},
	{
		title: "SHA-512 is offered by the embedded service",
		on: EMBEDDED,
		route: SINGLE_SIGN_ON,
		says: /SHA-512/,
	},
	{
		title: "an unset algorithm is the tenant's default",
		on: VENDOR,
		route: SINGLE_SIGN_ON,
		says: /tenant's default/,
		never: /SHA-512/,
	},
	{
		title: "a provider in use is not off",
		on: VENDOR,
		route: PROVIDER,
		says: /Portal/,
		never: /Off: no application may use it/,
	},
	{
		title: "fields that the vendor lacks are offered by the embedded service",
		on: EMBEDDED,
		route: PROVIDER,
		says: /NameID format/i,
	},
	{
		title: "fields that the vendor lacks are not offered",
		on: VENDOR,
		route: PROVIDER,
		never: /SHA-512|NameID format/i,
	},
	{
		title: "connections of other kinds are listed, and none in use is called off",
		on: VENDOR,
		route: "/connections",
		says: /Acme staff.*google-oauth2/s,
		never: /Acme staff[^.]{0,40}\boff\b/,
	},
	{
		title: "a session that somebody else opened is not the person's own",
		on: VENDOR,
		route: "/users/[id]",
		says: AS_THE_PERSON,
	},
	{
		title: "a session that somebody else opened says who",
		route: "/sessions/[id]",
		id: "delegatedSession",
		says: AS_THE_PERSON,
	},
	{
		title: "no template is typed in that can't be created",
		route: "/templates/new",
		without: "create:vdcs_templates",
		says: /create:vdcs_templates/,
		never: /Create template|Import JSON/,
	},
	{
		title: "a template that can't be changed is read-only",
		route: "/templates/[id]",
		without: "update:vdcs_templates",
		says: /Duplicate.*Delete template.*update:vdcs_templates/s,
		never: /Save changes/,
	},
	{
		title: "a template is not copied where none can be created",
		route: "/templates/[id]",
		without: "create:vdcs_templates",
		says: /create:vdcs_templates.*Save changes/s,
		never: /Duplicate/,
	},
	{
		title: "templates are not offered to be changed",
		route: "/templates",
		without: "update:vdcs_templates",
		says: /Delete…/,
		never: /Remove an attribute/,
	},
	{
		title: "templates are not offered to be deleted",
		route: "/templates",
		without: "delete:vdcs_templates",
		says: /Remove an attribute/,
		never: /Delete…/,
	},
	{
		title: "no attribute is chosen that can't be taken out",
		route: "/templates/bulk",
		without: "update:vdcs_templates",
		says: /update:vdcs_templates/,
		never: /Preview changes/,
	},
	{
		title: "no folder is chosen that can't be compared",
		route: "/templates/import",
		without: "read:vdcs_templates",
		says: /read:vdcs_templates/,
		never: /Preview/,
	},
	{
		title: "no version is offered that can't be restored",
		route: "/templates/[id]/history",
		without: "update:vdcs_templates",
		says: /update:vdcs_templates/,
		never: /Restore/,
	},
	{
		title: "the metadata of tokens is not offered to be edited",
		route: "/refresh-tokens",
		without: "update:refresh_tokens",
		says: /Revoke selected/,
		never: /Edit metadata…/,
	},
	{
		title: "tokens are not offered to be revoked",
		route: "/refresh-tokens",
		without: "delete:refresh_tokens",
		says: /Edit metadata…/,
		never: /Revoke selected|Revoke all/,
	},
	{
		title: "no key is typed in for tokens that can't be changed",
		route: "/refresh-tokens/bulk",
		without: "update:refresh_tokens",
		says: /update:refresh_tokens/,
		never: /Preview changes/,
	},
	{
		title: "no key is typed in for sessions that can't be changed",
		route: "/sessions/bulk",
		without: "update:sessions",
		says: /update:sessions/,
		never: /Preview changes/,
	},
	{
		title: "a token whose metadata can't be changed is read-only",
		route: "/refresh-tokens/[id]",
		without: "update:refresh_tokens",
		says: /update:refresh_tokens/,
		never: /Save metadata/,
	},
	{
		title: "a session whose metadata can't be changed is read-only",
		route: "/sessions/[id]",
		without: "update:sessions",
		says: /update:sessions/,
		never: /Save metadata/,
	},
	{
		title: "days are in UTC where the time zone is not known",
		route: "/activity",
		says: /Days and times are those of UTC\./,
	},
	{ title: "a session of the person's own", route: "/sessions/[id]", id: "session", never: AS_THE_PERSON },
];
