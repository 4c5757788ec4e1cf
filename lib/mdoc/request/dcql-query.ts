import { MDL_DOCUMENT_TYPE } from "../mdl";
import type { AskedElement } from "../verification/verification";
import { refuseEmptyRequest } from "./refuse-empty-request";

/** The identifier of the one credential that is asked for; the answer stands under it. */
export const MDL_QUERY_ID = "mdl";

export type DcqlQuery = { credentials: [DcqlCredentialQuery] };

type DcqlCredentialQuery = {
	id: typeof MDL_QUERY_ID;
	format: "mso_mdoc";
	meta: { doctype_value: string };
	claims: { path: [namespace: string, name: string]; intent_to_retain?: boolean }[];
};

/**
 * A DCQL query for one mobile driving licence (OpenID4VP 1.0, section 6 and B.2): all of the elements, or no answer.
 * @throws MdocFault where nothing is asked for
 */
export function dcqlQuery(asked: readonly AskedElement[]): DcqlQuery {
	refuseEmptyRequest(asked);
	const claims = asked.map(({ namespace, name, isRetained }): DcqlCredentialQuery["claims"][number] => {
		const path: [string, string] = [namespace, name];
		return isRetained === null ? { path } : { path, intent_to_retain: isRetained };
	});
	return {
		credentials: [{ id: MDL_QUERY_ID, format: "mso_mdoc", meta: { doctype_value: MDL_DOCUMENT_TYPE }, claims }],
	};
}
