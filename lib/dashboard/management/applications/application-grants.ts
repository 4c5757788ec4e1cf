import "server-only";
import { z } from "zod";
import { type ClientGrant, clientGrant, clientGrantPage } from "@/lib/contract/client/client-grant";
import { callManagement } from "../call/client";

const GRANTS_MAX = 100;

const grants = z.union([z.array(clientGrant), clientGrantPage.transform(({ client_grants }) => client_grants)]);

/** What an application may ask for of each API. @throws SessionError, ManagementError */
export function listClientGrants(clientId: string): Promise<ClientGrant[]> {
	return callManagement("get_client-grants", { query: { client_id: clientId, per_page: GRANTS_MAX }, answer: grants });
}
