import "server-only";
import { z } from "zod";
import type { Application } from "@/lib/contract/client/application";
import { type ClientGrant, clientGrant, clientGrantPage } from "@/lib/contract/client/client-grant";
import { type Rows, rowsOf } from "@/lib/contract/lenient";
import { dashboardConfig, isOwnClient } from "../../config";
import { logInRequest } from "../../logger";
import { requireActionPermission } from "../../session/session";
import { grantedScopes, lackedScopes } from "../call/access-token";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { waitForRateLimit } from "../call/rate-pause";
import { readNumberedPage } from "../list-pages";
import { getApplication, type PartlyRead } from "./read-applications";

/**
 * Why an application is read-only in this console. An editor who changes how an application authenticates can act as it:
 * so the console's own two, and those with scopes that the console lacks, can't be changed.
 */
export type Protection =
	| { kind: "own" }
	| { kind: "global" }
	/** It holds these scopes of the management interface, which the console does not hold. */
	| { kind: "beyond"; scopes: readonly string[] }
	/** Its settings or its grants can't be read: the console lacks these scopes. */
	| { kind: "unknown"; scopes: readonly string[] }
	/** One of its grants is of a form that the console can't read. */
	| { kind: "unreadable" };

/** `grants` is null where they can't be read; `unreadable`: how many others there are that can't be. */
export type Reach = { protection: Protection | null; grants: ClientGrant[] | null; unreadable: number };

type OtherProtection =
	| { kind: "own-scopes"; scopes: readonly string[] }
	/** It can't use the client credentials grant, which the management interface requires. */
	| { kind: "no-client-credentials" }
	/** An application of the console is among those of the connection. */
	| { kind: "console-connection" }
	/** Whether it is can't be read. `why`: the end of a sentence. */
	| { kind: "console-connection-unknown"; why: string };

/** The console refused an editor's request. Nothing was sent. */
export class ProtectedError extends Error {
	override name = "ProtectedError";
	readonly protection: Protection | OtherProtection;
	constructor(protection: ProtectedError["protection"]) {
		super(`refused by the console itself: ${protection.kind}`);
		this.protection = protection;
	}
}

/** @throws SessionError, ManagementError */
export async function withReach<Of extends Parameters<typeof reachOf>[0]>(application: Of) {
	return { application, reach: await reachOf(application) };
}

/** @throws SessionError, ManagementError */
export async function reachOf({
	client_id,
	global,
	unread = [],
}: Pick<Application, "client_id" | "global"> & PartlyRead): Promise<Reach> {
	const read = await readGrants(client_id);
	const grants = read?.rows ?? null;
	const unreadable = read?.unreadable ?? 0;
	if (isOwnClient(client_id)) return { protection: { kind: "own" }, grants, unreadable };
	if (global) return { protection: { kind: "global" }, grants, unreadable };
	if (unread.includes("global")) return { protection: unreadSettings, grants, unreadable };
	if (grants === null) {
		return { protection: { kind: "unknown", scopes: ["read:client_grants"] }, grants, unreadable };
	}
	const beyond = await beyondConsole(managementScopes(grants));
	if (beyond.length > 0) return { protection: { kind: "beyond", scopes: beyond }, grants, unreadable };
	return { protection: unreadable > 0 ? { kind: "unreadable" } : null, grants, unreadable };
}

const unreadSettings: Protection = { kind: "unknown", scopes: ["read:clients"] };

/** An application as it was read to be edited. @throws ProtectedError where more than its summary can't be read */
export function requireSettings<Read extends Pick<Application, "client_id"> & PartlyRead>(read: Read): Read {
	if (read.unread?.includes("global")) throw refused(read.client_id, unreadSettings);
	return read;
}

/**
 * Reads an application and its grants before a write; every write to an application calls this.
 * @param read the application, where it was read in this request
 * @throws SessionError before any request, ProtectedError, ManagementError
 */
export async function requireChangeable(
	id: string,
	read?: Application & PartlyRead,
): Promise<{ application: Application; grants: ClientGrant[] }> {
	await requireActionPermission("changeApplications");
	const application = read ?? (await getApplication(id));
	const { protection, grants } = await reachOf(application);
	if (protection || !grants) throw refused(id, protection ?? { kind: "unknown", scopes: ["read:client_grants"] });
	await waitForRateLimit();
	return { application, grants };
}

/** Whether an application can use a grant of the management interface. True where a tenant doesn't send grant types. */
export function actsInOwnName({ grant_types }: Pick<Application, "grant_types">): boolean {
	return grant_types?.includes("client_credentials") ?? true;
}

/** Requires that the application can use the grant, and the console has its scopes. @throws ProtectedError, ManagementError */
export async function requireGrantable(application: Application, scopes: readonly string[]): Promise<void> {
	const id = application.client_id;
	if (!actsInOwnName(application)) throw refused(id, { kind: "no-client-credentials" });
	const beyond = await beyondConsole(scopes);
	if (beyond.length > 0) throw refused(id, { kind: "own-scopes", scopes: beyond });
}

async function beyondConsole(scopes: readonly string[]): Promise<string[]> {
	const own = await consoleScopes();
	return scopes.filter((scope) => !own.includes(scope));
}

function refused(id: string, protection: ProtectedError["protection"]): ProtectedError {
	logInRequest("warn", { application: id, protection }, "a write to an application was refused by the console");
	return new ProtectedError(protection);
}

/** Null where the console may not read them. */
async function readGrants(clientId: string): Promise<Rows<ClientGrant> | null> {
	if (lackedScopes("get_client-grants").length > 0) return null;
	try {
		return await listClientGrants(clientId);
	} catch (error) {
		if (error instanceof ManagementError && (error.kind === "scope" || error.kind === "not-found")) return null;
		throw error;
	}
}

/** Shown as a scope where an API allows all that it has. The console never holds it. */
const ALL_SCOPES = "all scopes, future ones too";
const UNKNOWN_SCOPES = "scopes that are not known";

/** The scopes of a grant; where it names none, words for what it allows. */
export function scopesOf({ scope, allow_all_scopes: isAll }: ClientGrant): readonly string[] {
	return isAll ? [ALL_SCOPES] : (scope ?? [UNKNOWN_SCOPES]);
}

/** Whether a grant is for the people who sign in to an application, and not for the application itself. */
export function isForPeople({ subject_type: subject }: ClientGrant): boolean {
	return subject === "user";
}

/** What an application may ask of the management interface in its own name. */
export function managementGrants(grants: readonly ClientGrant[]): ClientGrant[] {
	const { audience } = dashboardConfig().management;
	return grants.filter((grant) => grant.audience === audience && !isForPeople(grant));
}

function managementScopes(grants: readonly ClientGrant[]): string[] {
	// A grant whose API is not known may be one of these.
	const unknown = grants.filter((grant) => !grant.audience && !isForPeople(grant));
	return [...managementGrants(grants), ...unknown].flatMap(scopesOf);
}

/** The scopes of the console's access token, or where these are not known, those that its client grant names. */
export async function consoleScopes(): Promise<readonly string[]> {
	const granted = grantedScopes();
	if (granted !== null) return granted;
	const { rows } = await listClientGrants(dashboardConfig().management.clientId);
	return managementGrants(rows).flatMap(({ scope }) => scope ?? []);
}

const GRANTS_PER_PAGE = 100;
/** An application with more grants can't be changed here. */
const PAGES_MAX = 10;

const grants = z.union([
	rowsOf(clientGrant),
	clientGrantPage.transform(({ client_grants, unreadable }) => ({ rows: client_grants, unreadable })),
]);

/**
 * All client grants of an application.
 * @throws SessionError, ManagementError "too-large" where there are too many, or too large ones
 */
export async function listClientGrants(clientId: string): Promise<Rows<ClientGrant>> {
	const found: Rows<ClientGrant> = { rows: [], unreadable: 0 };
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const read = await readNumberedPage({ page, per_page: GRANTS_PER_PAGE }, async (numbered) => {
			const query = { client_id: clientId, ...numbered };
			const { rows, unreadable } = await callManagement("get_client-grants", { query, schema: grants });
			return { items: rows, unreadable };
		});
		if (read.unread > 0) break;
		found.rows.push(...read.items);
		found.unreadable += read.unreadable;
		if (read.count < GRANTS_PER_PAGE) return found;
	}
	throw new ManagementError("too-large");
}

/** Why an application or a connection can't be changed: a sentence or two. */
export function protectionInWords(protection: ProtectedError["protection"]): string {
	switch (protection.kind) {
		case "own":
			return "It is one of the two that this console itself uses: a mistake here would lock everyone out.";
		case "global":
			return "It is a global application, which may do more than this console.";
		case "beyond":
			return `It may do what this console may not (${protection.scopes.join(", ")}): anyone who changed how it authenticates could act with these rights.`;
		case "unknown":
			return `This console can't see what it may do: the tenant has not granted ${protection.scopes.join(" or ")}.`;
		case "unreadable":
			return "This console can't see what it may do: one of its client grants is of a form that it can't read.";
		case "console-connection":
			return "Users sign in to this console through it: a mistake here would lock everyone out, and anyone who changed it could sign in as someone else.";
		case "console-connection-unknown":
			return `Whether users sign in to this console through it is not known: ${protection.why}. Until it is, no identity provider can be changed, switched or deleted here.`;
		case "no-client-credentials":
			return "It does not have the grant type client credentials: the management interface is for what applications do in their own name, and never for the users who sign in to them.";
		case "own-scopes":
			return `The tenant has not granted this console ${protection.scopes.join(", ")}, so the console can't grant it to others.`;
	}
}
