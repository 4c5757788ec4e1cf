import "server-only";
import { z } from "zod";
import { type ClientGrant, clientGrant, clientGrantPage } from "@/lib/contract/client/client-grant";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";

const GRANTS_PER_PAGE = 100;
/** So many calls at most: an application with more grants than they bring is none that the console changes. */
const PAGES_MAX = 10;

const grants = z.union([z.array(clientGrant), clientGrantPage.transform(({ client_grants }) => client_grants)]);

/**
 * Everything that an application may ask for of each API: what is not on the first page counts as well.
 * @throws SessionError, ManagementError "too-large" where there is no end to them
 */
export async function listClientGrants(clientId: string): Promise<ClientGrant[]> {
	const found: ClientGrant[] = [];
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const query = { client_id: clientId, page, per_page: GRANTS_PER_PAGE };
		const rows = await callManagement("get_client-grants", { query, answer: grants });
		found.push(...rows);
		if (rows.length < GRANTS_PER_PAGE) return found;
	}
	throw new ManagementError("too-large");
}
