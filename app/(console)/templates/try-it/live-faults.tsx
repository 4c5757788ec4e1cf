import { useEffect } from "react";
import { InPlace } from "@/components/ui/in-place";
import type { TryItAnswer } from "./_run/try-it-answer";
import { controlName, TRY_IT_FIELDS } from "./fields";

/** Says at each field what stops it, in the place that the server left for that. */
export function LiveFaults({ faults = {} }: { faults: TryItAnswer["faults"] }) {
	useEffect(() => {
		for (const field of TRY_IT_FIELDS) {
			const control = document.getElementById(controlName(field));
			if (!faults[field]) control?.removeAttribute("aria-invalid");
			else {
				control?.setAttribute("aria-invalid", "true");
				control?.closest("details")?.setAttribute("open", "");
			}
		}
	}, [faults]);
	return TRY_IT_FIELDS.map((field) =>
		faults[field] ? (
			<InPlace key={field} id={`${controlName(field)}-fault`}>
				{faults[field]}
			</InPlace>
		) : null,
	);
}
