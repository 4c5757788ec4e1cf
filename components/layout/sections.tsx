import type { ReactNode } from "react";
import { type Jump, JumpList } from "./jump-list";

type SectionsProps = {
	jumps: readonly Jump[];
	/** Read-only facts, beside the sections where there is room, below them where there is not. */
	facts?: ReactNode;
	children: ReactNode;
};

/** A page of several sections, with sticky links to them. */
export function Sections({ jumps, facts, children }: SectionsProps) {
	return (
		<div className="in-sections">
			<div className="beside">
				<JumpList jumps={jumps} />
				{facts ? <div className="facts">{facts}</div> : null}
			</div>
			<div className="sections">{children}</div>
		</div>
	);
}
