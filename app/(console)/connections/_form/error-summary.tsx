import { ErrorList, undecidedConflict } from "@/app/_forms/error-list";
import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import type { ConnectionFaults, FaultField } from "../_edit/connection-faults";
import { choices, mappedLabels, textLabels } from "../_edit/option-catalogue";

/** Fields in the order of the form, each the element of the same name. */
const fields: readonly (readonly [FaultField, string])[] = [
	...(["name", "displayName", "issuer", "signInEndpoint"] as const).map((name) => [name, textLabels[name]] as const),
	["protocolBinding", choices.protocolBinding.label],
	["signOutEndpoint", textLabels.signOutEndpoint],
	["signOutBinding", choices.signOutBinding.label],
	...(["signOutResponseEndpoint", "signingCert"] as const).map((name) => [name, textLabels[name]] as const),
	["clients", "Applications"],
	["nameIdentifierFormat", choices.nameIdentifierFormat.label],
	["userIdAttribute", textLabels.userIdAttribute],
	["mapping", "Attribute mapping"],
	["defaultClient", textLabels.defaultClient],
	["defaultProtocol", choices.defaultProtocol.label],
	...(["defaultQuery", "entityId"] as const).map((name) => [name, textLabels[name]] as const),
];

/** What stops the form, each message a link to its field. */
export function ErrorSummary({ faults, isUndecided }: { faults: ConnectionFaults; isUndecided: boolean }) {
	const found = [
		...(isUndecided ? [undecidedConflict] : []),
		...fields.flatMap(([field, label]) =>
			faults[field] ? [[targetOf(field, faults[field]), `${label}: ${faults[field]}`] as const] : [],
		),
	];
	return <ErrorList found={found} />;
}

/** A fault of the mapping begins with the field that it is about. */
function targetOf(field: FaultField, fault: string): string {
	const mapped = MAPPED_FIELDS.find((each) => fault.startsWith(`${mappedLabels[each]}: `));
	return field === "mapping" && mapped ? `mapping-${mapped}` : field;
}
