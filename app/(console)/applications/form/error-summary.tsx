import { CONFLICT_ID } from "@/app/forms/conflict/conflict-panel";
import { Alert } from "@/components/ui/alert";
import type { ApplicationFaults } from "../edit/application-faults";

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
		...(isUndecided ? [[CONFLICT_ID, "Choose what to keep of what you both have changed."]] : []),
		...fields.flatMap(([field, label]) => (faults[field] ? [[field, `${label}: ${faults[field]}`]] : [])),
	];
	if (found.length === 0) return null;
	return (
		<Alert tone="error" title="This can't be sent yet">
			<ul className="list-disc pl-5 [overflow-wrap:anywhere]">
				{found.map(([target, message]) => (
					<li key={target}>
						<a href={`#${target}`} className="underline">
							{message}
						</a>
					</li>
				))}
			</ul>
		</Alert>
	);
}
