import { ErrorList, undecidedConflict } from "@/app/_forms/error-list";
import { choiceSettings, textSettings } from "../edit/setting-catalogue";
import type { SingleSignOnFaults, SingleSignOnField } from "../edit/single-sign-on-faults";

/** Fields in the order of the form, each the element of the same name. */
const fields: readonly (readonly [SingleSignOnField, string])[] = [
	...([
		["protocol", "Protocol"],
		["callbacks", "Callback URLs"],
		["aliases", "Realms"],
	] as const),
	...(["audience", "issuer", "recipient", "destination", "lifetimeInSeconds", "authnContextClassRef"] as const).map(
		(name) => [name, textSettings[name].label] as const,
	),
	["nameIdentifierFormat", textSettings.nameIdentifierFormat.label],
	...([
		["probes", "Name identifier attributes"],
		["mappings", "Mappings"],
	] as const),
	...(["signatureAlgorithm", "digestAlgorithm"] as const).map((name) => [name, choiceSettings[name].label] as const),
	...(["signingCert", "logoutCallback"] as const).map((name) => [name, textSettings[name].label] as const),
	["binding", choiceSettings.binding.label],
];

/** What stops the form, each message a link to its field. */
export function ErrorSummary({ faults, isUndecided }: { faults: SingleSignOnFaults; isUndecided: boolean }) {
	const found = [
		...(isUndecided ? [undecidedConflict] : []),
		...fields.flatMap(([field, label]) => (faults[field] ? [[field, `${label}: ${faults[field]}`] as const] : [])),
	];
	return <ErrorList found={found} />;
}
