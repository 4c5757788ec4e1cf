import { sentFault } from "@/app/_editor/kinds/address";
import { tooLong } from "@/app/_editor/kinds/text";
import { CLIENT_NAME_PATTERN } from "@/lib/contract/client/client-limits";
import {
	AUTHORIZE_QUERY_LENGTH_MAX,
	CONNECTION_CLIENTS_MAX,
	CONNECTION_DISPLAY_NAME_LENGTH_MAX,
	CONNECTION_NAME_LENGTH_MAX,
	CONNECTION_NAME_PATTERN,
} from "@/lib/contract/connection/connection-limits";
import { textLength } from "@/lib/contract/text-length";

// The fault of one field as a sentence for the admin; null where the value is valid.

export function nameFault(name: string): string | null {
	if (name.length > CONNECTION_NAME_LENGTH_MAX) return tooLong(name, CONNECTION_NAME_LENGTH_MAX);
	return CONNECTION_NAME_PATTERN.test(name)
		? null
		: "A name has letters from a to z, digits, and hyphens between them: it stands in addresses.";
}

export function displayNameFault(text: string): string | null {
	if (textLength(text) > CONNECTION_DISPLAY_NAME_LENGTH_MAX) return tooLong(text, CONNECTION_DISPLAY_NAME_LENGTH_MAX);
	if (/[<>]/.test(text)) return "A display name holds neither < nor >.";
	return CLIENT_NAME_PATTERN.test(text) ? null : "A display name is one line of text, without control characters.";
}

export function queryFault(text: string): string | null {
	return sentFault(text, AUTHORIZE_QUERY_LENGTH_MAX);
}

export function clientsFault(clients: readonly string[]): string | null {
	return clients.length > CONNECTION_CLIENTS_MAX ? `At most ${CONNECTION_CLIENTS_MAX} fit.` : null;
}

type DefaultClient = { defaultClient: string; clients: readonly string[] };

export function defaultClientFault({ defaultClient, clients }: DefaultClient): string | null {
	if (defaultClient === "") return "Choose where a sign-in that begins at the provider leads.";
	return clients.includes(defaultClient) ? null : "Choose one of the applications that may use it.";
}
