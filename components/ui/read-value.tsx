import type { ReactNode } from "react";

type ReadValueProps = {
	/** The target of links from messages about it. */
	id?: string;
	label: string;
	/** A dash is shown for nothing. */
	children?: ReactNode;
};

/** The value of a field, for a user who can't change it. */
export function ReadValue({ id, label, children }: ReadValueProps) {
	return (
		<dl id={id} className="grid content-start gap-0.5 text-sm">
			<dt className="text-xs text-muted">{label}</dt>
			<dd className="whitespace-pre-wrap">{children || <span className="text-muted">—</span>}</dd>
		</dl>
	);
}

/** The same for several, one a line in code type. */
export function ReadList({ values, ...rest }: Omit<ReadValueProps, "children"> & { values: readonly string[] }) {
	return <ReadValue {...rest}>{values.length > 0 ? <CodeList values={values} /> : null}</ReadValue>;
}

/** Values in code type, one a line. */
export function CodeList({ values }: { values: readonly string[] }) {
	return (
		<ul className="grid gap-1">
			{values.map((value) => (
				<li key={value}>
					<code className="text-xs">{value}</code>
				</li>
			))}
		</ul>
	);
}
