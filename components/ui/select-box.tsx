import { Head } from "./data-table";

/** The head's checkbox, which a `Selection` answers. Without scripts it can do nothing, so it is not there. */
export function SelectAll({ what }: { what: string }) {
	return (
		<Head className="select">
			<label className="script-only">
				<input type="checkbox" data-select-all="" aria-label={`Select all: ${what}`} />
			</label>
		</Head>
	);
}

/** The checkbox that chooses a row; its form is sent with it. */
export function SelectRow({ name, value, label }: { name: string; value: string; label: string }) {
	return (
		<td className="select">
			<label>
				<input type="checkbox" name={name} value={value} aria-label={label} />
			</label>
		</td>
	);
}
