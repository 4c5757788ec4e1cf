import type { ReactNode } from "react";

type ReadValueProps = {
	/** Messages and links about it lead here. */
	id?: string;
	label: string;
	/** A dash stands for nothing. */
	children?: ReactNode;
};

/** What a field holds, for somebody who reads it and can't change it. */
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
	if (values.length === 0) return <ReadValue {...rest} />;
	return (
		<ReadValue {...rest}>
			<ul className="grid gap-1">
				{values.map((value) => (
					<li key={value}>
						<code className="text-xs">{value}</code>
					</li>
				))}
			</ul>
		</ReadValue>
	);
}
