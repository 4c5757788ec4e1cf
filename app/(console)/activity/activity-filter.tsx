import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { AUDIT_OUTCOMES, type AuditFilter, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import { writeLabels } from "@/lib/dashboard/resources/writes";
import { searchFault } from "@/lib/dashboard/search-text";

/** A plain form whose values are the query of the page. */
export function ActivityFilter({ filter }: { filter: AuditFilter }) {
	return (
		<search>
			<form
				action="/activity"
				className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:grid-cols-[repeat(5,minmax(0,1fr))_repeat(2,8.5rem)_auto]"
			>
				<TextField label="Admin" name="person" defaultValue={filter.person} error={searchFault(filter.person)} />
				<SelectField
					label="Operation"
					name="operation"
					defaultValue={filter.operation}
					options={[["", "All"], ...writeLabels]}
				/>
				<TextField label="Name or ID" name="subject" defaultValue={filter.target} error={searchFault(filter.target)} />
				<TextField
					label="Reason or ticket"
					name="reason"
					defaultValue={filter.reason}
					error={searchFault(filter.reason)}
				/>
				<SelectField
					label="Outcome"
					name="outcome"
					defaultValue={filter.outcome}
					options={[["", "All"], ...AUDIT_OUTCOMES.map((outcome) => [outcome, outcomeLabels[outcome]] as const)]}
				/>
				<TextField label="From" name="since" type="date" defaultValue={filter.since} />
				<TextField label="To" name="until" type="date" defaultValue={filter.until} />
				<Button>Filter</Button>
			</form>
		</search>
	);
}
