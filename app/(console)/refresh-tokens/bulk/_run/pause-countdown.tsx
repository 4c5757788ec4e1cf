"use client";

import { useEffect, useState } from "react";
import type { RunPause } from "./run-bulk-edit";

/** Why nothing happens just now, and for how long. Not announced: it may come with every token. */
export function PauseCountdown({ pause, isDriven }: { pause: NonNullable<RunPause>; isDriven: boolean }) {
	const [left, setLeft] = useState(pause.seconds);
	useEffect(() => {
		const end = performance.now() + pause.seconds * 1000;
		const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
		tick();
		const timer = setInterval(tick, 250);
		return () => clearInterval(timer);
	}, [pause]);
	return (
		<p className="text-sm text-muted">
			{pause.for === "other-writer"
				? "One token is being written elsewhere, or was when the run was cut off. It is looked up within a minute."
				: isDriven
					? `Waiting ${left} s for the service's rate limit.`
					: `The service's rate limit asks to wait ${left} s.`}
		</p>
	);
}
