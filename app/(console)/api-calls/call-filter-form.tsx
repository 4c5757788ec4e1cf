import { type RowSort, rowSortText } from "@/app/_tables/list-view";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { searchFault } from "@/lib/dashboard/search-text";
import { type CallFilter, callsAddress, METHODS, RESPONSES } from "./call-filter";

/** A plain form whose values are the query of the list. */
export function CallFilterForm({ filter, sort }: { filter: CallFilter; sort: RowSort | null }) {
	const fault = searchFault(filter.text);
	return (
		<search>
			{/* A new element for every URL: the browser would keep the controls' previous values. */}
			<form
				key={callsAddress(filter, sort)}
				action="/api-calls"
				autoComplete="off"
				aria-label="Filter the calls"
				className="call-filter"
			>
				{filter.reference ? <input type="hidden" name="reference" value={filter.reference} /> : null}
				{sort ? <input type="hidden" name="sort" value={rowSortText(sort)} /> : null}
				<select name="method" aria-label="Method" defaultValue={filter.method ?? ""} className="control">
					<option value="">Any method</option>
					{METHODS.map((method) => (
						<option key={method} value={method}>
							{method}
						</option>
					))}
				</select>
				<select name="answer" aria-label="Answer" defaultValue={filter.response ?? ""} className="control">
					<option value="">Any answer</option>
					{RESPONSES.map(([value, text]) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</select>
				<div className="flex gap-2">
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
