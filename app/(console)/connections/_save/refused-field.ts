import type { Problem } from "@/lib/dashboard/problem/problem";
import type { ConnectionFaults, FaultField } from "../_edit/connection-faults";

/** The service's names of what the form's fields are sent as. */
const fields: Record<string, FaultField> = {
	...{ name: "name", display_name: "displayName", enabled_clients: "clients" },
	...{ issuer: "issuer", signInEndpoint: "signInEndpoint", signOutEndpoint: "signOutEndpoint" },
	...{ signingCert: "signingCert", cert: "signingCert", entityId: "entityId", protocolBinding: "protocolBinding" },
	...{ signOutBinding: "signOutBinding", signOutResponseEndpoint: "signOutResponseEndpoint" },
	nameIdentifierFormat: "nameIdentifierFormat",
	...{ user_id_attribute: "userIdAttribute", fieldsMap: "mapping", idpinitiated: "defaultClient" },
	...{ client_id: "defaultClient", client_protocol: "defaultProtocol", client_authorizequery: "defaultQuery" },
};

/** The field that a refusal of the service names, with its words; null where it names none of this form. */
export function refusedField({ about, title, message }: Problem): ConnectionFaults | null {
	if (about === "conflict") return { name: `${title}. ${message}` };
	if (about !== "rejected") return null;
	const path = (/on property ([A-Za-z_.]+)/.exec(message)?.[1] ?? "").replace(/\.$/, "").replace(/^options\./, "");
	const [first = "", second = ""] = path.split(".");
	const known = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
	const field = (first === "idpinitiated" && known(second)) || known(first);
	return field ? { [field]: `The service refused it: ${message}` } : null;
}
