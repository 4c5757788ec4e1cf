import { isDeepStrictEqual } from "node:util";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../../context/identity-service";
import type { Caller } from "../../context/service-request";
import { afterCommit } from "../../http/failure";
import { Refusal } from "../../http/refusal";
import { type ClientRow, findClient, replaceClient } from "../../store/clients";
import type { IdentityServiceDatabase } from "../../store/schema";
import { clientAnswer } from "./client-answer";
import { requirePrivileges } from "./client-privileges";

/** @throws Refusal 404 */
export async function requireClient(database: IdentityServiceDatabase, clientId: string): Promise<ClientRow> {
	const row = await findClient(database, clientId);
	if (!row) throw new Refusal(404, "inexistent_client", "The client does not exist");
	return row;
}

/**
 * Changes a client; two changes at the same moment are both kept.
 * @param change makes of the row what it is to be, with what of the request is not so already; called again where
 * somebody else was first
 * @param request what is sent of the client; absent where its secret or its grants change
 * @returns the row as it is now
 * @throws Refusal 404, 403 where the caller's privileges do not reach, and what `change` throws
 */
export async function changeClient(
	service: IdentityService,
	clientId: string,
	caller: Caller,
	change: (before: ClientRow, changed: UpdateClientRequest) => ClientRow | Promise<ClientRow>,
	request?: UpdateClientRequest,
): Promise<ClientRow> {
	const attempt = async (database: IdentityServiceDatabase): Promise<ClientRow> => {
		const before = await requireClient(database, clientId);
		const changed = request && changedPart(await clientAnswer(service, before, caller), request);
		if (changed && Object.keys(changed).length === 0) return before;
		requirePrivileges(service, before, caller, changed && Object.keys(changed));
		const after = await change(before, changed ?? {});
		return (await replaceClient(database, after)) ? { ...after, revision: after.revision + 1 } : attempt(database);
	};
	const row = await inTransaction(service.database, attempt);
	await afterCommit(() => service.sample.clientChanged(row));
	return row;
}

/** What is sent back as the caller read it changes nothing: what is stored by default, or relative to the service, stays so. */
function changedPart(answer: Record<string, unknown>, request: UpdateClientRequest): UpdateClientRequest {
	return Object.fromEntries(
		Object.entries(request).filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, answer[name])),
	);
}
