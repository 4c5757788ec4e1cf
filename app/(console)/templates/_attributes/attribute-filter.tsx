import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { controlClass } from "@/components/ui/field";

type AttributeFilterProps = {
	filter: string;
	found: number;
	onFilter: (filter: string) => void;
	/** Beside the box. */
	children: ReactNode;
};

/** Leaves only the boxes that match, and says how many. The box belongs to no form, so Enter in it sends nothing. */
export function AttributeFilter({ filter, found, onFilter, children }: AttributeFilterProps) {
	const input = useRef<HTMLInputElement>(null);
	const text = filter.trim();

	// What was typed before the scripts came filters too.
	const hydrate = useEffectEvent(() => onFilter(input.current?.value ?? ""));
	useLayoutEffect(() => hydrate(), []);

	return (
		<div className="script-only grid">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
				<input
					ref={input}
					form="none"
					type="search"
					aria-label="Filter attributes"
					placeholder="Filter by label, ISO name or help"
					value={filter}
					onChange={(event) => onFilter(event.target.value)}
					className={classNames(controlClass, "flex-1 basis-56")}
				/>
				{children}
			</div>
			<div className={text === "" ? "" : "flex flex-wrap items-center gap-x-3 pt-1 text-sm text-muted"}>
				<p role="status">
					{text === "" ? "" : found === 0 ? `No attribute matches “${text}”.` : shownInWords(found, text)}
				</p>
				{text === "" ? null : (
					<Button
						type="button"
						variant="quiet"
						onClick={() => {
							onFilter("");
							input.current?.focus();
						}}
					>
						Clear filter
					</Button>
				)}
			</div>
		</div>
	);
}

function shownInWords(found: number, text: string): string {
	return `${found} ${found === 1 ? "attribute matches" : "attributes match"} “${text}”. The others are hidden, not cleared.`;
}
