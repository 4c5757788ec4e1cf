/** One changed part of a write, in words. */
export type ChangeLine = {
	/** "Changed the name". */
	what: string;
	/** Old and new value where they are stored, long ones cut: "“A” → “B”". */
	values?: string;
	/** The uncut values on two lines, where something was cut. */
	whole?: string;
};

/** "Changed the name: “A” → “B”", one line per change; cut values are shown in full when expanded. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
	return (
		<div className="grid gap-0.5 break-words *:min-w-0">
			{lines.map(({ what, values, whole }) =>
				whole ? (
					<details key={what} className="group/line">
						<summary className="min-h-6 cursor-pointer">
							{what}
							<span className="group-open/line:hidden">: {values}</span>
						</summary>
						<p className="pl-4 whitespace-pre-line">{whole}</p>
					</details>
				) : (
					<p key={what}>{values ? `${what}: ${values}` : what}</p>
				),
			)}
		</div>
	);
}
