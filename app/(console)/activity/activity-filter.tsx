import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { AUDIT_OUTCOMES, type AuditFilter, outcomeLabels } from "@/lib/dashboard/audit/audit-entry";
import type { auditFilterFaults } from "@/lib/dashboard/audit/read-filter";
import { writeLabels } from "@/lib/dashboard/resources/writes";

type ActivityFilterProps = { filter: AuditFilter; faults: ReturnType<typeof auditFilterFaults> };

/** A plain form whose values are the query of the page. */
export function ActivityFilter({ filter, faults }: ActivityFilterProps) {
	return (
		<search>
			<form
				action="/activity"
				className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:grid-cols-[repeat(5,minmax(0,1fr))_repeat(2,8.5rem)_auto]"
			>
				<TextField label="Admin" name="person" defaultValue={filter.person} error={faults.person} />
				<SelectField
					label="Operation"
					name="operation"
					defaultValue={filter.operation}
					error={faults.operation}
					options={[["", "All"], ...writeLabels]}
				/>
				<TextField label="Name or ID" name="subject" defaultValue={filter.target} error={faults.subject} />
				<TextField label="Reason or ticket" name="reason" defaultValue={filter.reason} error={faults.reason} />
				<SelectField
					label="Outcome"
					name="outcome"
					defaultValue={filter.outcome}
					error={faults.outcome}
					options={[["", "All"], ...AUDIT_OUTCOMES.map((outcome) => [outcome, outcomeLabels[outcome]] as const)]}
				/>
				<TextField label="From" name="since" type="date" defaultValue={filter.since} error={faults.since} />
				<TextField label="To" name="until" type="date" defaultValue={filter.until} error={faults.until} />
				<Button>Filter</Button>
			</form>
		</search>
	);
}
