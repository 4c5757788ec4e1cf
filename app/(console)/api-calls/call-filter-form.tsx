import { KeptParameters } from "@/app/_tables/list-controls";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { atStart } from "@/lib/dashboard/change-in-words";
import { searchFault } from "@/lib/dashboard/search-text";
import { type CallFilter, callsAddress, METHODS, RESPONSES } from "./call-filter";

/** A plain form whose values are the query of the list. */
export function CallFilterForm({ filter }: { filter: CallFilter }) {
	const fault = searchFault(filter.text);
	return (
		<search>
			{/* A new element for every URL: the browser would keep the controls' previous values. */}
			<form
				key={callsAddress(filter)}
				action="/api-calls"
				autoComplete="off"
				aria-label="Filter the calls"
				className="mb-3 grid max-w-3xl flex-none grid-cols-2 gap-2"
			>
				<KeptParameters of={{ reference: filter.reference, sort: filter.sort }} />
				<Choice
					name="method"
					label="method"
					value={filter.method}
					options={METHODS.map((method) => [method, method])}
				/>
				<Choice name="answer" label="status" value={filter.response} options={RESPONSES} />
				<div className="col-span-full flex gap-2">
					<input
						type="search"
						name="path"
						aria-label="Text in the path"
						placeholder="Text in the path"
						defaultValue={filter.text}
						aria-invalid={fault ? true : undefined}
						aria-describedby={fault ? "call-text-error" : undefined}
						autoCapitalize="off"
						spellCheck={false}
						className="control"
					/>
					<Button className="shrink-0">Filter</Button>
				</div>
				<FieldError id="call-text" error={fault} />
			</form>
		</search>
	);
}

type ChoiceProps = {
	name: string;
	label: string;
	value: string | null;
	options: readonly (readonly [value: string, text: string])[];
};

function Choice({ name, label, value, options }: ChoiceProps) {
	return (
		<select name={name} aria-label={atStart(label)} defaultValue={value ?? ""} className="control">
			<option value="">Any {label}</option>
			{options.map(([value, text]) => (
				<option key={value} value={value}>
					{text}
				</option>
			))}
		</select>
	);
}
