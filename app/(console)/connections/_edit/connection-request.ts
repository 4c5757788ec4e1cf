import "server-only";
import { isRecord, isText } from "@/app/_editor/kinds/kind";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import type { ConnectionResponse } from "@/lib/contract/connection/connection";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { CreateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { type ConnectionContent, connectionEditor } from "./connection-editor";

/** Fields that the provider's metadata contains as well. */
const OF_METADATA: readonly (keyof ConnectionContent)[] = [
	"issuer",
	"signInEndpoint",
	"protocolBinding",
	"signOutEndpoint",
	"signOutBinding",
	"signOutResponseEndpoint",
	"signingCert",
	"nameIdentifierFormat",
];
/** Options that describe the previous certificates, and the older name of the certificate. */
const OF_CERTIFICATE = ["cert", "thumbprints", "expires", "subject"];

/** Body of the POST that creates a connection. */
export function createRequestOf(content: ConnectionContent): CreateConnectionRequest {
	const body = {
		options: {},
		...requestOfChanges(connectionEditor, connectionEditor.usual, content, {}),
		strategy: SAML_STRATEGY,
		enabled_clients: content.clients,
		show_as_button: content.isShown,
	};
	return body as unknown as CreateConnectionRequest;
}

/**
 * Body of the PATCH that turns `before` into `after`: only what changed. The service replaces `options` as a whole, so all
 * are sent, those that this console doesn't know as they are. Null: there is nothing to send.
 */
export function updateRequestOf(
	before: ConnectionContent,
	after: ConnectionContent,
	stored: object,
): Record<string, unknown> | null {
	const body = requestOfChanges(connectionEditor, before, after, stored);
	const isChanged = (name: keyof ConnectionContent) => before[name] !== after[name];
	const omitted = [
		// A tenant that stores metadata would overwrite what was changed here from it.
		...(OF_METADATA.some(isChanged) ? ["metadataXml"] : []),
		...(isChanged("signingCert") ? OF_CERTIFICATE : []),
	];
	if (!body?.options || omitted.length === 0) return body;
	const options = Object.entries(body.options).filter(([name]) => !omitted.includes(name));
	return { ...body, options: Object.fromEntries(options) };
}

/** The editable content of a connection. Options of unexpected types are left out, and stay stored. */
export function contentOf(connection: ConnectionResponse): ConnectionContent {
	const { options } = connection;
	if (!isRecord(options)) return contentOfResponse(connectionEditor, connection);
	// `cert` is the older name.
	const stored = [options.signingCert, options.cert].find((value) => isText(value) && value !== "");
	return contentOfResponse(connectionEditor, { ...connection, options: { ...options, signingCert: pemOf(stored) } });
}

/** Tenants return certificates as PEM, as PEM in base64, or as one certificate in base64. */
function pemOf(stored: unknown): unknown {
	if (!isText(stored) || stored.includes("-----BEGIN")) return stored;
	const decoded = Buffer.from(stored, "base64").toString("latin1");
	return decoded.includes("-----BEGIN") ? decoded : stored;
}
