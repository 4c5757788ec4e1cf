import { Refusal } from "../../http/refusal";
import type { ClientRow } from "../../store/clients";

/** What the console itself signs people in and calls this interface with; its credentials are derived at every start. */
const CONSOLE_HANDLES = ["console_management", "console_sign_in"];

/**
 * The embedded console's own two applications stay what they are: without them nobody could sign in to mend it.
 * @throws Refusal 403
 */
export function requireChangeable({ handle }: Pick<ClientRow, "handle">): void {
	if (!CONSOLE_HANDLES.includes(handle)) return;
	throw new Refusal(403, "This application is the console's own and cannot be changed.", {
		errorCode: "operation_not_supported",
	});
}
