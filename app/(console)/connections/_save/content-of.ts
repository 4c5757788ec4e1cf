import { type JsonObject, objectOf, textsOf } from "@/app/_forms/json-object";
import type { ConnectionAnswer } from "@/lib/contract/connection/connection";
import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import { type ConnectionContent, emptyContent, plainPem } from "../_edit/connection-content";

/** What of a connection can be changed here. Options of other shapes are left out, and stay. */
export function contentOf(connection: ConnectionAnswer): ConnectionContent {
	const options = connection.options ?? {};
	const initiated = objectOf(options.idpinitiated);
	const protocol = textOf(initiated, "client_protocol");
	const fieldsMap = objectOf(options.fieldsMap);
	const mapped = MAPPED_FIELDS.flatMap((field) => {
		const stored = fieldsMap[field];
		const names = typeof stored === "string" ? [stored] : textsOf(stored);
		return names.length > 0 ? [[field, names] as const] : [];
	});
	return {
		...{ name: connection.name, displayName: connection.display_name ?? "" },
		...{ issuer: textOf(options, "issuer"), entityId: textOf(options, "entityId") },
		...{ signInEndpoint: textOf(options, "signInEndpoint"), signOutEndpoint: textOf(options, "signOutEndpoint") },
		signOutResponseEndpoint: textOf(options, "signOutResponseEndpoint"),
		...{
			signingCert: pemOf(textOf(options, "signingCert") || textOf(options, "cert")),
			userIdAttribute: textOf(options, "user_id_attribute"),
		},
		...{ isQuietSignOut: options.disableSignout === true, isShown: connection.show_as_button === true },
		...{ isProviderInitiated: initiated.enabled === true, defaultClient: textOf(initiated, "client_id") },
		defaultQuery: textOf(initiated, "client_authorizequery"),
		protocolBinding: textOf(options, "protocolBinding") || emptyContent.protocolBinding,
		signOutBinding: textOf(options, "signOutBinding") || emptyContent.signOutBinding,
		nameIdentifierFormat: textOf(options, "nameIdentifierFormat") || emptyContent.nameIdentifierFormat,
		// Two names of the same.
		defaultProtocol: (protocol === "saml" ? "samlp" : protocol) || emptyContent.defaultProtocol,
		...{ mapping: Object.fromEntries(mapped), clients: [...new Set(connection.enabled_clients ?? [])] },
	};
}

function textOf(options: JsonObject, name: string): string {
	const value = options[name];
	return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

/** Certificates are answered as PEM, as that in base64, or as one certificate in base64. */
function pemOf(stored: string): string {
	if (stored === "" || stored.includes("-----BEGIN")) return plainPem(stored);
	const decoded = Buffer.from(stored, "base64").toString("latin1");
	return plainPem(decoded.includes("-----BEGIN") ? decoded : stored);
}
