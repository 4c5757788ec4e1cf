import { requestOfChanges } from "@/app/_editor/wire";
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
