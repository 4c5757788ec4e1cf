import "server-only";
import { isRecord, isText } from "@/app/_editor/kinds/kind";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import type { ConnectionResponse } from "@/lib/contract/connection/connection";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { CreateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { type ConnectionContent, connectionEditor } from "./connection-editor";

/** What the provider's metadata says as well. */
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
/** What a tenant says of the certificates before, and the older name of one. */
const OF_CERTIFICATE = ["cert", "thumbprints", "expires", "subject"];

/** Body of the POST that creates a connection. */
export function createRequestOf(wanted: ConnectionContent): CreateConnectionRequest {
	const body = {
		options: {},
		...requestOfChanges(connectionEditor, connectionEditor.usual, wanted, {}),
		strategy: SAML_STRATEGY,
		enabled_clients: wanted.clients,
		show_as_button: wanted.isShown,
	};
	return body as unknown as CreateConnectionRequest;
}

/**
 * Body of the PATCH that makes one content of another: only what changed. The interface takes `options` whole, so all of
 * them are sent, those that this console doesn't know as they are. Null: there is nothing to send.
 */
export function updateRequestOf(
	before: ConnectionContent,
	after: ConnectionContent,
	stored: object,
): Record<string, unknown> | null {
	const body = requestOfChanges(connectionEditor, before, after, stored);
	const isChanged = (name: keyof ConnectionContent) => before[name] !== after[name];
	const left = [
		// A tenant that keeps metadata would fill from it again what was changed here.
		...(OF_METADATA.some(isChanged) ? ["metadataXml"] : []),
		...(isChanged("signingCert") ? OF_CERTIFICATE : []),
	];
	if (!body?.options || left.length === 0) return body;
	const options = Object.entries(body.options).filter(([name]) => !left.includes(name));
	return { ...body, options: Object.fromEntries(options) };
}

/** What of a connection can be changed here. Options of other shapes are left out, and stay. */
export function contentOf(connection: ConnectionResponse): ConnectionContent {
	const { options } = connection;
	if (!isRecord(options)) return contentOfResponse(connectionEditor, connection);
	// `cert` is the older name.
	const stored = [options.signingCert, options.cert].find((value) => isText(value) && value !== "");
	return contentOfResponse(connectionEditor, { ...connection, options: { ...options, signingCert: pemOf(stored) } });
}

/** Certificates are answered as PEM, as that in base64, or as one certificate in base64. */
function pemOf(stored: unknown): unknown {
	if (!isText(stored) || stored.includes("-----BEGIN")) return stored;
	const decoded = Buffer.from(stored, "base64").toString("latin1");
	return decoded.includes("-----BEGIN") ? decoded : stored;
}
