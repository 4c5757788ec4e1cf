"use client";

import { useState } from "react";
import { flushSync } from "react-dom";
import { localTime } from "../ui/time-in-zone";
import { useWindowEvent } from "../ui/use-window-event";

/** When a page was printed; without scripts, when it was opened. @param at ISO 8601 */
export function PaperDate({ at, timeZone }: { at: string; timeZone: string }) {
	const [time, setTime] = useState(at);
	useWindowEvent("beforeprint", () => flushSync(() => setTime(new Date().toISOString())));
	return (
		<time dateTime={time} className="on-paper">
			{localTime(new Date(time), timeZone)}
		</time>
	);
}
