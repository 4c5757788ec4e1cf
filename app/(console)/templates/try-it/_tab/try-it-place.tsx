import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useLatePart } from "@/app/_forms/late-part";
import { LatePlace } from "@/app/_forms/late-place";
import type { Press } from "../_run/try-it-fields";

const loadClient = () => import("./try-it-client");

type TryItPlaceProps = {
	pressed: Press | null;
	/** Its controls, and what became of those that were posted, as the server draws them. */
	children: ReactNode;
};

/** The tab “Try it”. What runs in the browser of it comes when the tab is first in sight. */
export function TryItPlace({ pressed, children }: TryItPlaceProps) {
	const late = useLatePart(loadClient);
	const place = useRef<HTMLDivElement>(null);
	const onSight = useEffectEvent(() => void late.request());
	useEffect(() => {
		// A busy page is told several at once: that it was out of sight, and that it is in it.
		const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onSight());
		if (place.current) sight.observe(place.current);
		return () => sight.disconnect();
	}, []);
	return (
		<div ref={place} className="try-it">
			{children}
			<LatePlace late={late} what="“Try it”">
				{({ TryItClient }) => <TryItClient pressed={pressed} />}
			</LatePlace>
		</div>
	);
}
