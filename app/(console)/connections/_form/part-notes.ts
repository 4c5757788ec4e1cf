import "server-only";
import { beyond, type ConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import type { SignInApplications } from "@/lib/dashboard/management/identity-providers/read-connections";
import { lackInWords } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Access } from "../_edit/access";

/** Why parts of it can't be read or changed. */
export function partNotes(
	access: Access,
	connection: ConnectionWithClients | null,
	applications: SignInApplications | null,
) {
	const { clientsUnread, show_as_button = null } = connection ?? {};
	return {
		applications: applicationsNote(applications),
		button:
			connection && show_as_button === null
				? "Whether there is a button is not known: the tenant leaves it out."
				: null,
		options: optionsNote(access),
		clients:
			access.clients === "unread"
				? `Not known: ${clientsUnread ?? "they could not be read"}. No application can be turned on or off here.`
				: access.clients === "shown"
					? `More may use it: ${beyond("applications")}. None can be turned on or off here.`
					: null,
	};
}

/** Why the applications can't be offered, or not all of them, where that is known. */
export function applicationsNote(read: SignInApplications | null): string | null {
	if (read?.readCount) {
		const count = read.readCount.toLocaleString("en");
		return `The tenant has more than the ${count} applications that could be read: the others are not offered, and have no names here.`;
	}
	const reason = lackInWords("get_clients")?.replace("the", "The") ?? "The tenant's applications could not be listed";
	return read ? null : `${reason}: they are not offered, and have no names here.`;
}

function optionsNote({ options }: Access): string | null {
	if (options === "unread") {
		const reason = lackInWords("connection options") ?? "the tenant leaves them out";
		return `Its settings are not known: ${reason}. Its URLs, certificate, mapping and other settings are neither shown nor changed here.`;
	}
	if (options === "edited") return null;
	const reason = lackInWords("changed connection options") ?? "the tenant does not accept them";
	return `Its settings are read-only here: ${reason}. Its display name, button and applications can be changed.`;
}
