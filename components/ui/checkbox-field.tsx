import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** A checkbox with its label beside it. @param className of both */
export function CheckboxField({ label, className, ...box }: ComponentProps<"input"> & { label: string }) {
	return (
		<label className={classNames("flex items-start", className)}>
			<input type="checkbox" className="mt-0.5 size-4 shrink-0" {...box} />
			{label}
		</label>
	);
}
