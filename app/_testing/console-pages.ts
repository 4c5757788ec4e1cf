import type { ReactNode } from "react";
import NothingHerePage from "@/app/(console)/[...path]/page";
import AccountPage from "@/app/(console)/account/page";
import ActivityPage from "@/app/(console)/activity/page";
import ApiCallPage from "@/app/(console)/api-calls/[id]/page";
import ApiCallsPage from "@/app/(console)/api-calls/page";
import ApplicationPage from "@/app/(console)/applications/[id]/page";
import SingleSignOnPage from "@/app/(console)/applications/[id]/single-sign-on/page";
import TestSignInPage from "@/app/(console)/applications/[id]/single-sign-on/test/page";
import NewApplicationPage from "@/app/(console)/applications/new/page";
import ApplicationsPage from "@/app/(console)/applications/page";
import ConnectionPage from "@/app/(console)/connection/page";
import ProviderPage from "@/app/(console)/connections/[id]/page";
import TestProviderPage from "@/app/(console)/connections/[id]/test/page";
import NewProviderPage from "@/app/(console)/connections/new/page";
import ProvidersPage from "@/app/(console)/connections/page";
import GuidePage from "@/app/(console)/guides/[name]/page";
import GuidesPage from "@/app/(console)/guides/page";
import IncidentPage from "@/app/(console)/incidents/[id]/page";
import IncidentsPage from "@/app/(console)/incidents/page";
import LogEntryPage from "@/app/(console)/log/[id]/page";
import LogPage from "@/app/(console)/log/page";
import WebhookPage from "@/app/(console)/log-stream/[id]/page";
import LogStreamPage from "@/app/(console)/log-stream/page";
import MessagesPage from "@/app/(console)/messages/page";
import OverviewPage from "@/app/(console)/page";
import ProposalPage from "@/app/(console)/proposals/[id]/page";
import ProposalsPage from "@/app/(console)/proposals/page";
import ReadTokensPage from "@/app/(console)/read-tokens/page";
import RefreshTokenPage from "@/app/(console)/refresh-tokens/[id]/page";
import TokenBulkEditPage from "@/app/(console)/refresh-tokens/bulk/[id]/page";
import TokenBulkPage from "@/app/(console)/refresh-tokens/bulk/page";
import RefreshTokensPage from "@/app/(console)/refresh-tokens/page";
import RevokeTokensPage from "@/app/(console)/refresh-tokens/revoke/page";
import SearchPage from "@/app/(console)/search/page";
import SessionPage from "@/app/(console)/sessions/[id]/page";
import SessionBulkEditPage from "@/app/(console)/sessions/bulk/[id]/page";
import SessionBulkPage from "@/app/(console)/sessions/bulk/page";
import TemplatePage from "@/app/(console)/templates/(form)/[id]/page";
import NewTemplatePage from "@/app/(console)/templates/(form)/new/page";
import TemplateHistoryPage from "@/app/(console)/templates/[id]/history/page";
import TryItPage from "@/app/(console)/templates/[id]/try-it/page";
import TemplateBulkEditPage from "@/app/(console)/templates/bulk/[id]/page";
import TemplateBulkPage from "@/app/(console)/templates/bulk/page";
import ComparePage from "@/app/(console)/templates/compare/page";
import DeletedTemplatesPage from "@/app/(console)/templates/deleted/page";
import ImportPreviewPage from "@/app/(console)/templates/import/[id]/page";
import ImportPage from "@/app/(console)/templates/import/page";
import MatrixPage from "@/app/(console)/templates/matrix/page";
import TemplatesPage from "@/app/(console)/templates/page";
import LostDevicePage from "@/app/(console)/users/[id]/lost-device/page";
import UserPage from "@/app/(console)/users/[id]/page";
import UsersPage from "@/app/(console)/users/page";
import YourSessionsPage from "@/app/(console)/your-sessions/page";
import type { Scope } from "@/lib/contract/scopes";
import { CONSOLE_SCOPES } from "@/lib/dashboard/testing/recorded-tenant";
import type { TenantSample } from "@/lib/dashboard/testing/tenant";
import type { StoreSample } from "./store-sample";

/** Identifiers of what the pages are about: at the tenant, and in the console's own store. */
export type Sample = TenantSample & StoreSample;

type Page = (props: {
	params: Promise<{ id: string; name: string }>;
	searchParams: Promise<Record<string, string>>;
}) => ReactNode | Promise<ReactNode>;

export type ConsolePage = {
	/** As Next names it. */
	route: string;
	Page: Page;
	/** What its `[id]` is. */
	id?: keyof Sample;
	/** Others that it may be. */
	otherIds?: readonly (keyof Sample)[];
	query?: (sample: Sample) => Record<string, string>;
	/** Scopes that its parts need: where one is missing, the part says so by its name. */
	needs: readonly Scope[];
	/**
	 * Scopes without which names are identifiers, or a link is left out, or leads to a page that says so: nothing has to be
	 * said about it here.
	 */
	uses: readonly Scope[];
	/** Its heading where what it is about can't be read. */
	unread?: string;
};

type Details = Partial<Omit<ConsolePage, "route" | "Page">>;

const page = (route: string, Page: Page, details: Details = {}): ConsolePage => ({
	route,
	Page,
	needs: [],
	uses: [],
	...details,
});

const templates = "vdcs_templates";
const NAMES: readonly Scope[] = ["read:users", "read:clients"];

/** Every page of the console, some of them about several things. */
export const consolePages: readonly ConsolePage[] = [
	page("/", OverviewPage, {
		needs: [...all(templates), ...all("refresh_tokens"), "read:users", "read:clients"],
		uses: ["create:clients"],
	}),
	page("/templates", TemplatesPage, {
		needs: all(templates),
	}),
	page("/templates/matrix", MatrixPage, {
		needs: ["read:vdcs_templates", "update:vdcs_templates"],
		uses: ["create:vdcs_templates"],
	}),
	page("/templates/new", NewTemplatePage, { needs: ["create:vdcs_templates"] }),
	page("/templates/[id]", TemplatePage, {
		id: "template",
		unread: "Template",
		needs: all(templates),
	}),
	page("/templates/[id]/history", TemplateHistoryPage, {
		id: "template",
		unread: "History",
		needs: ["read:vdcs_templates", "update:vdcs_templates"],
	}),
	page("/templates/[id]/try-it", TryItPage, {
		id: "template",
		unread: "Try it",
		needs: ["read:vdcs_templates"],
	}),
	page("/templates/compare", ComparePage, {
		query: ({ template, otherTemplate }) => ({ a: template, b: otherTemplate }),
		needs: ["read:vdcs_templates"],
	}),
	page("/templates/bulk", TemplateBulkPage, {
		query: ({ template }) => ({ template }),
		needs: ["read:vdcs_templates", "update:vdcs_templates"],
	}),
	page("/templates/bulk/[id]", TemplateBulkEditPage, { id: "templateBulkEdit", needs: ["delete:vdcs_templates"] }),
	page("/templates/import", ImportPage, {
		needs: all(templates),
	}),
	page("/templates/import/[id]", ImportPreviewPage, { id: "templateImport", needs: ["update:vdcs_templates"] }),
	page("/templates/deleted", DeletedTemplatesPage, { uses: ["create:vdcs_templates"] }),
	page("/proposals", ProposalsPage),
	page("/proposals/[id]", ProposalPage, {
		id: "proposal",
		otherIds: ["ownProposal"],
		needs: ["read:vdcs_templates", "update:vdcs_templates"],
		// Whether two accounts are of one person.
		uses: ["read:users"],
	}),
	page("/messages", MessagesPage),
	page("/search", SearchPage, {
		query: () => ({ q: "zzz zzz" }),
		needs: ["read:users"],
		uses: ["read:clients", "read:vdcs_templates"],
	}),
	page("/users", UsersPage, { needs: ["read:users"], uses: ["read:refresh_tokens"] }),
	page("/users/[id]", UserPage, {
		id: "user",
		needs: [
			...all("users"),
			"read:sessions",
			"delete:sessions",
			"read:refresh_tokens",
			"delete:refresh_tokens",
			"read:logs",
		],
		uses: ["read:clients", "update:sessions"],
		unread: "user",
	}),
	page("/users/[id]/lost-device", LostDevicePage, {
		id: "user",
		unread: "user",
		needs: ["read:sessions", "delete:sessions", "read:refresh_tokens", "delete:refresh_tokens"],
		uses: ["read:users", "read:clients", "update:users"],
	}),
	page("/sessions/[id]", SessionPage, {
		id: "session",
		otherIds: ["delegatedSession"],
		query: ({ user }) => ({ user }),
		uses: NAMES,
		needs: [...all("sessions"), "read:refresh_tokens", "delete:refresh_tokens"],
	}),
	page("/sessions/bulk", SessionBulkPage, {
		query: ({ user, session }) => ({ user, session }),
		needs: ["read:sessions", "update:sessions"],
		uses: NAMES,
	}),
	page("/sessions/bulk/[id]", SessionBulkEditPage, { id: "sessionBulkEdit", needs: ["update:sessions"] }),
	page("/refresh-tokens", RefreshTokensPage, {
		query: ({ user }) => ({ user }),
		needs: all("refresh_tokens"),
		uses: NAMES,
	}),
	page("/refresh-tokens/[id]", RefreshTokenPage, {
		id: "token",
		needs: [...all("refresh_tokens"), "read:sessions"],
		uses: NAMES,
	}),
	page("/refresh-tokens/revoke", RevokeTokensPage, {
		query: ({ user, token }) => ({ user, token }),
		needs: ["read:refresh_tokens", "delete:refresh_tokens"],
		uses: NAMES,
	}),
	page("/refresh-tokens/bulk", TokenBulkPage, {
		query: ({ user, token }) => ({ user, token }),
		needs: ["read:refresh_tokens", "update:refresh_tokens"],
		uses: NAMES,
	}),
	page("/refresh-tokens/bulk/[id]", TokenBulkEditPage, { id: "tokenBulkEdit", needs: ["update:refresh_tokens"] }),
	page("/applications", ApplicationsPage, { needs: ["read:clients", "create:clients", "read:client_credentials"] }),
	page("/applications/new", NewApplicationPage, { needs: ["create:clients"] }),
	page("/applications/[id]", ApplicationPage, {
		id: "application",
		unread: "Application",
		otherIds: ["publicApplication", "keyApplication", "powerfulApplication", "partnerApplication"],
		needs: [
			"read:clients",
			"update:clients",
			"delete:clients",
			"update:client_keys",
			"read:client_grants",
			"create:client_grants",
			"delete:client_grants",
			"read:connections",
		],
		uses: ["read:client_credentials", "update:client_grants"],
	}),
	page("/applications/[id]/single-sign-on", SingleSignOnPage, {
		id: "samlApplication",
		unread: "Application",
		needs: ["read:clients", "update:clients", "read:client_grants"],
	}),
	page("/applications/[id]/single-sign-on/test", TestSignInPage, {
		id: "samlApplication",
		unread: "Application",
		needs: ["read:clients", "update:clients", "read:client_grants"],
	}),
	page("/connections", ProvidersPage, {
		needs: ["read:connections", "create:connections", "read:connections_options"],
		uses: ["read:clients"],
	}),
	page("/connections/new", NewProviderPage, { needs: ["create:connections", "read:clients"] }),
	page("/connections/[id]", ProviderPage, {
		id: "provider",
		unread: "Identity provider",
		needs: [...all("connections"), ...all("connections_options"), "read:clients"],
		uses: ["create:connections"],
	}),
	page("/connections/[id]/test", TestProviderPage, {
		id: "provider",
		unread: "Identity provider",
		needs: ["read:connections", "read:clients", "create:clients", "update:connections", "read:connections_options"],
	}),
	page("/incidents", IncidentsPage, { needs: ["read:users"] }),
	page("/incidents/[id]", IncidentPage, {
		id: "incident",
		otherIds: ["userList"],
		needs: ["read:users"],
		uses: ["delete:sessions", "update:users", "delete:refresh_tokens"],
	}),
	page("/activity", ActivityPage),
	page("/log", LogPage, { needs: ["read:logs"], uses: NAMES }),
	page("/log/[id]", LogEntryPage, { id: "logEntry", unread: "Log entry", needs: ["read:logs"], uses: NAMES }),
	page("/log-stream", LogStreamPage),
	page("/log-stream/[id]", WebhookPage, { id: "webhook" }),
	page("/read-tokens", ReadTokensPage),
	page("/api-calls", ApiCallsPage),
	page("/api-calls/[id]", ApiCallPage, { id: "apiCall" }),
	page("/connection", ConnectionPage, { needs: CONSOLE_SCOPES }),
	page("/account", AccountPage),
	page("/your-sessions", YourSessionsPage),
	page("/guides", GuidesPage),
	page("/guides/[name]", GuidePage),
	page("/[...path]", NothingHerePage),
];

/** The scopes for a resource. */
function all(resource: string): Scope[] {
	return CONSOLE_SCOPES.filter((scope) => scope.endsWith(`:${resource}`));
}
