import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { LOG } from "@/lib/dashboard/resources/places";
import {
	LOG_KINDS,
	LOG_OUTCOMES,
	type LogFilter,
	type LogFilterField,
	localTime,
	type logFilterFaults,
} from "@/lib/dashboard/tenant-log/log-filter";

type LogFilterFormProps = { filter: LogFilter; faults: ReturnType<typeof logFilterFaults> };

/** A plain form whose values are the query of the page. */
export function LogFilterForm({ filter, faults }: LogFilterFormProps) {
	const field = (name: LogFilterField) => ({ name, defaultValue: filter[name], error: faults[name] });
	const text = (name: LogFilterField) => ({ ...field(name), autoCapitalize: "off", spellCheck: false });
	const time = (name: "since" | "until") => ({
		...field(name),
		type: "datetime-local",
		defaultValue: localTime(filter[name], name),
	});
	return (
		<search>
			{/* A new element for every URL: the browser would keep the controls' previous values. */}
			<form
				key={JSON.stringify(filter)}
				action={LOG.path}
				autoComplete="off"
				aria-label="Filter the log"
				className="grid grid-cols-2 items-start gap-3 max-md:[&>*:nth-child(n+8)]:col-span-full max-md:[&>*:first-child]:col-span-full md:grid-cols-3 xl:grid-cols-[repeat(2,minmax(0,1fr))_repeat(2,13.5rem)_minmax(0,1fr)]"
			>
				<TextField label="User" placeholder="ID or e-mail address" {...text("user")} />
				<TextField label="Application" placeholder="Client ID or name" {...text("application")} />
				<TextField label="IP address" {...text("ip")} />
				<TextField label="Text" {...text("text")} />
				<TextField label="Reference or log ID" {...text("id")} />
				<SelectField label="Kind" {...field("kind")} options={[["", "All"], ...LOG_KINDS]} />
				<SelectField label="Outcome" {...field("outcome")} options={[["", "All"], ...LOG_OUTCOMES]} />
				<TextField label="From" {...time("since")} />
				<TextField label="To" {...time("until")} />
				<Button className="xl:mt-7">Filter</Button>
			</form>
		</search>
	);
}
