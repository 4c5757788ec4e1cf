import { Head } from "./data-table";

/** The head's checkbox, handled by `Selection`. Hidden without scripts. */
export function SelectAll({ what }: { what: string }) {
	return (
		<Head className="select">
			<label className="script-only">
				<input type="checkbox" data-select-all="" aria-label={`Select all: ${what}`} />
			</label>
		</Head>
	);
}

/** The checkbox that selects a row, submitted with its form. */
export function SelectRow({ name, value, label }: { name: string; value: string; label: string }) {
	return (
		<td className="select">
			<label>
				<input type="checkbox" name={name} value={value} aria-label={label} />
			</label>
		</td>
	);
}
