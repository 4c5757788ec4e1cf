import { type JsonObject, objectOf, withPart } from "@/app/_forms/json-object";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { CreateConnectionRequest, UpdateConnectionRequest } from "@/lib/contract/connection/connection-request";
import { contentChanges } from "./connection-changes";
import { type ConnectionContent, emptyContent } from "./connection-content";
import { CHOICE_FIELDS, usualChoice } from "./option-catalogue";

/** What a connection holds of options, as the service says: more than this console knows. */
export type StoredOptions = JsonObject;

/** Body of the POST that creates a connection. */
export function createRequestOf(wanted: ConnectionContent): CreateConnectionRequest {
	const { name, displayName, isShown, clients } = wanted;
	const body = {
		...{ name, strategy: SAML_STRATEGY, enabled_clients: clients, show_as_button: isShown },
		...(displayName === "" ? {} : { display_name: displayName }),
		options: optionsOf(emptyContent, wanted, {}),
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
	options: StoredOptions,
): UpdateConnectionRequest | null {
	const changed = contentChanges(before, after).map(({ field }) => field);
	if (changed.length === 0) return null;
	const isApart = (field: string) => field === "displayName" || field === "isShown" || field.startsWith("clients ");
	const body: Record<string, unknown> = {
		...(changed.includes("displayName") ? { display_name: after.displayName } : {}),
		...(changed.some((field) => field.startsWith("clients ")) ? { enabled_clients: after.clients } : {}),
		...(changed.includes("isShown") ? { show_as_button: after.isShown } : {}),
		...(changed.every(isApart) ? {} : { options: optionsOf(before, after, options) }),
	};
	return body as UpdateConnectionRequest;
}

/** Settings of the form that stand in options by another name. */
const names: Record<string, string> = { userIdAttribute: "user_id_attribute", isQuietSignOut: "disableSignout" };
const PROVIDER_INITIATED = "idpinitiated";
const parts: Record<string, string> = {
	...{ isProviderInitiated: "enabled", defaultClient: "client_id" },
	...{ defaultProtocol: "client_protocol", defaultQuery: "client_authorizequery" },
};
const APART: readonly string[] = ["name", "displayName", "isShown"];
/** What the provider's metadata says as well. */
const OF_METADATA = [
	...["issuer", "signInEndpoint", "protocolBinding", "signingCert", "nameIdentifierFormat"],
	...["signOutEndpoint", "signOutBinding", "signOutResponseEndpoint"],
];
/** What a tenant says of the certificates before, and the older name of one. */
const OF_CERTIFICATE = ["cert", "thumbprints", "expires", "subject"];
const MAPPING = "mapping ";

function optionsOf(before: ConnectionContent, after: ConnectionContent, stored: StoredOptions): JsonObject {
	const changes = contentChanges(before, after);
	let options = stored;
	for (const { field, after: json } of changes) {
		const value = json === null ? usualOf(field) : JSON.parse(json);
		if (APART.includes(field) || field.startsWith("clients ")) continue;
		if (field.startsWith(MAPPING)) options = withMapping(options, field.slice(MAPPING.length), value);
		else if (parts[field]) {
			const initiated = withPart(options[PROVIDER_INITIATED], parts[field], value);
			options = withPart(options, PROVIDER_INITIATED, initiated) ?? {};
		} else options = withPart(options, names[field] ?? field, value) ?? {};
	}
	// A tenant that keeps metadata would fill from it again what was changed here.
	if (changes.some(({ field }) => OF_METADATA.includes(field))) options = without(options, ["metadataXml"]);
	return changes.some(({ field }) => field === "signingCert") ? without(options, OF_CERTIFICATE) : options;
}

/** What is sent where a setting is as usual: switches and choices are said, texts left out. */
function usualOf(field: string): unknown {
	if (field === "isQuietSignOut" || field === "isProviderInitiated") return false;
	const choice = CHOICE_FIELDS.find((name) => name === field);
	return choice && usualChoice(choice);
}

function without(options: JsonObject, left: readonly string[]): JsonObject {
	return Object.fromEntries(Object.entries(options).filter(([name]) => !left.includes(name)));
}

function withMapping(options: JsonObject, field: string, value: unknown): JsonObject {
	const attributes = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return withPart(options, "fieldsMap", withPart(objectOf(options.fieldsMap), field, attributes)) ?? {};
}
