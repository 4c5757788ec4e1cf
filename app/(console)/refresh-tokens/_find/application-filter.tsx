import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import type { Application, ApplicationFilter as Filter } from "./token-search-result";

/** Narrows a user's tokens to one application: a form of the browser's own, whose answer is an address. */
export function ApplicationFilter({ userId, filter }: { userId: string; filter: Filter }) {
	const { chosen, used, others } = filter;
	return (
		<form
			key={chosen?.id}
			action="/refresh-tokens"
			autoComplete="off"
			aria-label="Filter by application"
			className="flex flex-wrap items-end gap-3"
		>
			<input type="hidden" name="user" value={userId} />
			<div className="max-w-sm flex-1 basis-56">
				<Field id="token-application" label="Application">
					<select
						id="token-application"
						name="client"
						defaultValue={chosen?.id ?? ""}
						className={`${controlClass} bg-surface!`}
					>
						<option value="">All applications</option>
						<Options label="With tokens here" applications={used} />
						<Options label="Other applications" applications={others} />
					</select>
				</Field>
			</div>
			<Button>Filter</Button>
		</form>
	);
}

function Options({ label, applications }: { label: string; applications: Application[] }) {
	if (applications.length === 0) return null;
	return (
		<optgroup label={label}>
			{applications.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</optgroup>
	);
}
