import { useEffect, useRef, useState } from "react";
import { LazyNotice } from "@/app/_page/lazy";
import { useTryIt } from "../try-it/_tab/try-it-run";
import type { SheetProps } from "./holder-preview";

/** A sheet that can be answered. Sharing simulates with the chosen licence; the sheet then shows what you would get. */
export function RunningSheet({ names, children }: SheetProps) {
	const { lazy, run, press } = useTryIt();
	const [chosen, setChosen] = useState<"share" | "decline" | null>(null);
	const sheet = useRef<HTMLDivElement>(null);
	const isOfNames = run?.names.length === names.length && run.names.every((name) => names.includes(name));
	const own = run?.isOnPhone && isOfNames ? run : null;
	// Without a run: what would run it could not be loaded.
	const isSharing = chosen === "share" && (run ? own !== null : lazy.failures > 0);
	const isTurned = chosen === "decline" || isSharing;
	const { PhoneResult, PhoneDeclined } = lazy.part ?? {};

	const answered = useRef<HTMLButtonElement>(null);
	const isPressed = useRef(false);
	const turn = (to: typeof chosen, button = answered.current) => {
		answered.current = button;
		isPressed.current = true;
		setChosen(to);
	};
	// It is loaded after a failure: the button to try that again is gone.
	const isLoadedAgain = chosen === "share" && run === null && lazy.part !== null;
	useEffect(() => {
		if (!isPressed.current && !isLoadedAgain) return;
		isPressed.current = false;
		(isTurned ? sheet.current?.querySelector<HTMLElement>("[tabindex]") : answered.current)?.focus();
	}, [isTurned, isLoadedAgain]);

	return (
		<div ref={sheet} className={isTurned ? "sheet turned" : "sheet"}>
			<div>
				{children}
				<div className="choices">
					<button
						type="button"
						className="script-only"
						onClick={(event) => {
							turn("decline", event.currentTarget);
							void lazy.request();
						}}
					>
						Decline
					</button>
					<button
						type="submit"
						name="intent"
						value="try simulate"
						formAction="#try-it"
						onClick={(event) => {
							turn("share", event.currentTarget);
							void press(event, "simulate", true);
						}}
					>
						Share
					</button>
				</div>
			</div>
			{isTurned ? (
				<div tabIndex={-1}>
					<div role="status" className="grid gap-2">
						{chosen === "decline" && PhoneDeclined ? <PhoneDeclined /> : null}
						{isSharing && own?.response && PhoneResult ? <PhoneResult response={own.response} /> : null}
						{isSharing && own && !own.response ? <p>Working…</p> : null}
						<LazyNotice lazy={lazy} what="The simulation" />
					</div>
					<button type="button" onClick={() => turn(null)}>
						Back
					</button>
				</div>
			) : null}
		</div>
	);
}
