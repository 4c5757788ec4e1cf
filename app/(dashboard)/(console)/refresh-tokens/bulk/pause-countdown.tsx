"use client";

import { useEffect, useState } from "react";
import type { RunPause } from "./run-bulk-edit";

/** Why nothing happens just now, and for how long. Not announced: it may come with every token. */
export function PauseCountdown({ pause }: { pause: NonNullable<RunPause> }) {
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
			{pause.for === "rate-limit"
				? `Waiting ${left} s for the service's rate limit.`
				: "Waiting for a token that is being written elsewhere, or was when the run was cut off."}
		</p>
	);
}
