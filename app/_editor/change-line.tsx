/** One change of a past write, in words. */
export type ChangeLine = {
	/** "Renamed it to “B” (was “A”)", with long values cut. */
	what: string;
	/** In full, where something was cut. */
	whole?: string;
};

/** One line per change; a cut one is shown in full when expanded. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
	return (
		<div className="grid gap-0.5 break-words *:min-w-0">
			{lines.map(({ what, whole }) =>
				whole ? (
					<details key={what}>
						<summary className="min-h-6 cursor-pointer">{what}</summary>
						<p className="pl-4 whitespace-pre-line">{whole}</p>
					</details>
				) : (
					<p key={what}>{what}</p>
				),
			)}
		</div>
	);
}
