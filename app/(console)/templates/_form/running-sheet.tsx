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
	const response = run?.isOnPhone && isOfNames;
	const isTurned = chosen === "decline" || (chosen === "share" && (run === null || response));
	const { PhoneResult, PhoneDeclined } = lazy.part ?? {};

	const isPressed = useRef(false);
	const turn = (to: typeof chosen) => {
		isPressed.current = true;
		setChosen(to);
	};
	useEffect(() => {
		if (!isPressed.current) return;
		isPressed.current = false;
		sheet.current?.querySelector<HTMLElement>(isTurned ? "[tabindex]" : "[value]")?.focus();
	}, [isTurned]);

	return (
		<div ref={sheet} className={isTurned ? "sheet turned" : "sheet"}>
			<div>
				{children}
				<div className="choices">
					<button
						type="button"
						className="script-only"
						onClick={() => {
							turn("decline");
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
							void press(event, "simulate", true);
							turn("share");
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
						{chosen === "share" && run?.response && PhoneResult ? <PhoneResult response={run.response} /> : null}
						{chosen === "share" && !run?.response && lazy.failures === 0 ? <p>Working…</p> : null}
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
