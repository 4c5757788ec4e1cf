import { ErrorList, undecidedConflict } from "@/app/_forms/error-list";
import type { ApplicationFaults } from "../_edit/application-faults";

/** Fields in the order of the form, each the element of the same name, with what it is called. */
const fields = [
	["name", "Name"],
	["description", "Description"],
	["type", "Type"],
	["callbacks", "Callback URLs"],
	["logoutUrls", "Logout URLs"],
	["webOrigins", "Web origins"],
	["grants", "Grants"],
] as const;

type ErrorSummaryProps = { faults: ApplicationFaults; isUndecided?: boolean };

/** What stops the form, each message a link to its field. */
export function ErrorSummary({ faults, isUndecided = false }: ErrorSummaryProps) {
	const found = [
		...(isUndecided ? [undecidedConflict] : []),
		...fields.flatMap(([field, label]) => (faults[field] ? [[field, `${label}: ${faults[field]}`] as const] : [])),
	];
	return <ErrorList found={found} />;
}
