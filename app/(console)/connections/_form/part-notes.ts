import "server-only";
import { scopesInWords } from "@/lib/contract/operations";
import { beyond, type ConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import type { SignInApplications } from "@/lib/dashboard/management/identity-providers/read-connections";
import { lackedPartScopes, lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Access } from "../_edit/access";

/** Why parts of it can't be read or changed. */
export function partNotes(
	access: Access,
	connection: ConnectionWithClients | null,
	applications: SignInApplications | null,
) {
	const { clientsUnread, show_as_button = null } = connection ?? {};
	return {
		...applicationsNote(applications),
		button: connection && show_as_button === null ? "The tenant leaves out whether it is on: it is not known." : null,
		options: optionsNote(access),
		clients:
			access.clients === "unread"
				? `Not known: ${clientsUnread ?? "they could not be read"}. So no application can be switched on or off here.`
				: access.clients === "shown"
					? `More may use it: ${beyond("applications")}. So none can be switched on or off here.`
					: null,
	};
}

/** Why the applications can't be offered, or not all of them, where that is known. */
export function applicationsNote(read: SignInApplications | null): { applications: string | null } {
	if (read?.readCount) {
		const count = read.readCount.toLocaleString("en");
		const applications = `The tenant has more than the ${count} applications that could be read: the others are not offered, and have no names here.`;
		return { applications };
	}
	const isLacked = lackedScopes("get_clients").length > 0;
	const scopes = scopesInWords("get_clients");
	return {
		applications: isLacked
			? `The tenant has not granted this console ${scopes}: applications are not offered, and have no names here.`
			: null,
	};
}

function optionsNote({ options }: Access): string | null {
	const why = (scopes: readonly string[], otherwise: string) =>
		scopes.length > 0 ? `the tenant has not granted this console ${scopes.join(" or ")}` : otherwise;
	if (options === "unread") {
		const reason = why(lackedPartScopes("connection options"), "the tenant's answer leaves them out");
		return `Its settings are not known: ${reason}. So its addresses, its certificate, the mapping and all else are neither shown nor changed here.`;
	}
	if (options === "edited") return null;
	const reason = why(lackedPartScopes("changed connection options"), "the tenant does not accept them");
	return `Its settings are read-only here: ${reason}. Its display name, button and applications can be changed.`;
}
