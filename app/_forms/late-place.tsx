import type { ReactNode } from "react";
import { LateNotice } from "@/app/_forms/late-notice";
import type { LatePart } from "./use-late-part";

type LatePlaceProps<Part> = {
	late: LatePart<Part>;
	/** What comes here, as the beginning of a sentence: "The JSON view". */
	what: string;
	children: (part: Part) => ReactNode;
};

/** The place of a late part: the part, or that it is on its way, or that it could not be loaded. */
export function LatePlace<Part>({ late, what, children }: LatePlaceProps<Part>) {
	return (
		<div className="empty:hidden">
			{late.part === null ? null : children(late.part)}
			{late.isMissing ? <LateNotice what={what} onRetry={late.ask} /> : null}
			{late.isLoading && !late.isMissing ? (
				<p role="status" className="text-sm text-muted">
					Loading…
				</p>
			) : null}
		</div>
	);
}
