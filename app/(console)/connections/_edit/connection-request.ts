import "server-only";
import { isRecord, isText } from "@/app/_editor/kinds/kind";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { CreateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { dashboardConfig } from "@/lib/dashboard/config";
import { lackedPartScopes } from "@/lib/dashboard/management/call/access-token";
import type { ConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import { isSaml } from "@/lib/dashboard/management/identity-providers/read-connections";
import { type Access, fullAccess } from "./access";
import { type ConnectionContent, connectionEditor } from "./connection-editor";
import { metadataFields } from "./provider-fields";

/** Body of the POST that creates a connection. Its applications are switched on afterwards. */
export function createRequestOf(content: ConnectionContent): CreateConnectionRequest {
	const known = { ...content, access: accessToNew() };
	const { clients: _, ...settings } = requestOfChanges(connectionEditor, connectionEditor.defaults, known, {}) ?? {};
	const body = { options: {}, ...settings, strategy: SAML_STRATEGY, show_as_button: content.isShown };
	return body as unknown as CreateConnectionRequest;
}

/**
 * The requests that turn `before` into `after`: only what changed, the applications as `clients`. The service replaces
 * `options` as a whole, so all are sent as they were just read, those that this console doesn't know too. Null: there
 * is nothing to send.
 */
export function updateRequestOf(
	before: ConnectionContent,
	after: ConnectionContent,
	stored: object,
): Record<string, unknown> | null {
	const body = requestOfChanges(connectionEditor, before, after, stored);
	const changed = new Set<string>(connectionEditor.changedFields(before, after));
	const omitted = [
		// From which a tenant fills in the other fields anew.
		...(Object.keys(metadataFields).some((name) => changed.has(name)) ? ["metadataUrl", "metadataXml"] : []),
		// They describe the previous certificates; the first is the older name of the certificate.
		...(changed.has("signingCert") ? ["cert", "thumbprints", "expires", "subject"] : []),
	];
	if (!body?.options || omitted.length === 0) return body;
	const options = Object.entries(body.options).filter(([name]) => !omitted.includes(name));
	return { ...body, options: Object.fromEntries(options) };
}

/**
 * The editable content of a connection. A display name that is the name is none: a tenant sets it so where it got none.
 * Options of unexpected types are left out, and stay stored. What the response leaves out is unknown, which `access`
 * has: it isn't shown as if it were unset.
 */
export function contentOf(connection: ConnectionWithClients): ConnectionContent {
	const { name, display_name } = connection;
	const options = isRecord(connection.options) ? connection.options : {};
	// `cert` is the older name.
	const stored = [options.signingCert, options.cert].find((value) => isText(value) && value !== "");
	const read = {
		...connection,
		display_name: display_name === name ? undefined : display_name,
		options: { ...options, signingCert: pemOf(stored) },
	};
	return { ...contentOfResponse(connectionEditor, read), access: accessTo(connection) };
}

/** What can be entered of a new connection. */
export function accessToNew(): Access {
	return { ...fullAccess, embeddedOptions: dashboardConfig().tenant.embedded ? "edited" : "unread" };
}

function accessTo(connection: ConnectionWithClients): Access {
	const { clients, hasMoreClients, options } = connection;
	const isEdited = isSaml(connection);
	const canChange = lackedPartScopes("changed connection options").length === 0;
	const optionsReach = isEdited && isRecord(options) ? (canChange ? "edited" : "shown") : "unread";
	return {
		basics: isEdited ? "edited" : "shown",
		options: optionsReach,
		embeddedOptions: dashboardConfig().tenant.embedded ? optionsReach : "unread",
		clients: clients === undefined ? "unread" : hasMoreClients ? "shown" : "edited",
	};
}

/** Tenants return certificates as PEM, as PEM in base64, or as one certificate in base64. */
function pemOf(stored: unknown): unknown {
	if (!isText(stored) || stored.includes("-----BEGIN")) return stored;
	const decoded = Buffer.from(stored, "base64").toString("latin1");
	return decoded.includes("-----BEGIN") ? decoded : stored;
}
