import { eventKinds, kindLabel } from "@/lib/dashboard/log-stream/event-types";

type KindBoxesProps = { chosen: readonly string[]; error?: string | undefined };

/** The kinds of events, as boxes of a form. */
export function KindBoxes({ chosen, error }: KindBoxesProps) {
	return (
		<fieldset className="grid gap-1 text-sm" aria-describedby={error ? "kinds-error" : undefined}>
			<legend className="mb-1 font-medium">Events</legend>
			{error ? (
				<p id="kinds-error" className="text-danger">
					{error}
				</p>
			) : null}
			<div className="grid gap-x-6 sm:grid-cols-2">
				{eventKinds.map((kind) => (
					<label key={kind} className="flex min-h-7 items-center gap-2">
						<input
							type="checkbox"
							name="kind"
							value={kind}
							defaultChecked={chosen.includes(kind)}
							className="size-4 shrink-0"
						/>
						{kindLabel(kind)}
					</label>
				))}
			</div>
		</fieldset>
	);
}
