import type { ReactNode } from "react";

/** A framed table with plain column heads that scrolls sideways where it has no room; `children` are its rows. */
export function LogTable({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
	return (
		<div className="overflow-x-auto rounded-lg border border-line bg-surface">
			<table className="w-full text-left text-sm">
				<thead>
					<tr className="border-b border-line text-muted">
						{heads.map((head) => (
							<th key={head} scope="col" className="px-4 py-2 font-medium">
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}
