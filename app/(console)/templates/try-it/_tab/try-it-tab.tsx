"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { LazyNotice } from "@/app/_page/lazy";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { classNames } from "@/components/ui/class-names";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { controlName, type Tool, type TryItField, type TryItInput, type TryItResponse } from "../_run/try-it-fields";
import { useTryIt } from "./try-it-run";

type TryItControl = {
	field: TryItField;
	label: string;
	description?: string;
	/** Of a choice: values and texts. A text area otherwise, even for one line: Enter in an input would press a button. */
	options?: readonly (readonly [string, string])[];
	/** A checkbox. */
	isBox?: true;
	rows?: number;
	/** Two in a line, where there is room. */
	isHalf?: true;
	/** The kinds of session that it belongs to. For the others it is hidden, see `try-it.css`. */
	sessions?: string;
};

/** A section of the tab: what is asked for, and the button that submits it. */
export type TryItSection = {
	tool: Tool;
	title: string;
	help: string;
	withoutScripts?: string;
	fields: readonly TryItControl[];
	/** Seldom needed: folded unless filled in. */
	more?: { title: string; fields: readonly TryItControl[] };
	button: string;
};

type TryItTabProps = {
	sections: readonly TryItSection[];
	/** What was submitted without scripts, and the server's faults. */
	input: TryItInput | null;
	faults: TryItResponse["faults"];
	/** The result of what was submitted, server-rendered. A later one takes its place. */
	children: ReactNode;
};

/** The controls of “Try it” with their result. What runs the tools is loaded when they are first visible. */
export function TryItTab({ sections, input, faults: submitted, children }: TryItTabProps) {
	const { lazy, run, press, stop } = useTryIt();
	const tab = useRef<HTMLDivElement>(null);
	const faults = (run ? run.response?.faults : submitted) ?? {};

	const onSight = useEffectEvent(() => void lazy.request());
	useEffect(() => {
		// A busy page gets several entries at once: hidden, then visible.
		const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onSight());
		if (tab.current) sight.observe(tab.current);
		return () => sight.disconnect();
	}, []);

	// Once the response is rendered, the focus moves to the field with a fault, or to the result.
	const response = run?.response;
	const isOnPhone = run?.isOnPhone;
	useEffect(() => {
		if (isOnPhone) return;
		const control = response?.faults && tab.current?.querySelector<HTMLElement>("[aria-invalid]");
		control?.closest("details")?.setAttribute("open", "");
		if (control) control.focus();
		else if (response) showResult(tab.current?.querySelector("section[tabindex='-1']"));
	}, [response, isOnPhone]);

	const controls = (fields: readonly TryItControl[]) =>
		fields.map((each) => <Control key={each.field} {...each} value={input?.[each.field]} fault={faults[each.field]} />);
	const { WalletCode, Outcome } = lazy.part ?? {};
	return (
		<div ref={tab} className="try-it">
			<div className="parts">
				<div className="tools">
					{sections.map(({ tool, title, help, withoutScripts, fields, more, button }) => (
						<section key={tool} aria-labelledby={`try-it-${tool}`} className="tool">
							<div className="grid gap-1 text-muted">
								<h3 id={`try-it-${tool}`} className="font-semibold text-ink">
									{title}
								</h3>
								<p>{help}</p>
								{withoutScripts ? <p className="without-scripts text-ink">{withoutScripts}</p> : null}
							</div>
							{controls(fields)}
							{more ? (
								<details open={more.fields.some(({ field }) => input?.[field] || submitted?.[field])}>
									<summary className="min-h-6 font-medium">{more.title}</summary>
									<div className="mt-2 grid gap-3">{controls(more.fields)}</div>
								</details>
							) : null}
							<Button
								name="intent"
								value={`try ${tool}`}
								formAction="#try-it"
								onClick={(event) => void press(event, tool)}
								className={classNames("justify-self-start", withoutScripts && "script-only")}
							>
								{button}
							</Button>
							{tool === "wallet" && WalletCode ? <WalletCode /> : null}
						</section>
					))}
				</div>
				{/* After all buttons: nothing moves when a result is added. */}
				<div className="outcome">
					{run === null ? children : null}
					{run && !response ? (
						<div className="flex flex-wrap items-center gap-3">
							<p role="status" className="text-muted">
								{run.isWaiting ? WAITING : "Working…"}
							</p>
							{run.isWaiting ? (
								<Button type="button" onClick={() => stop()}>
									Cancel
								</Button>
							) : null}
						</div>
					) : null}
					{run && response && Outcome ? <Outcome names={run.names} response={response} /> : null}
				</div>
			</div>
			<LazyNotice lazy={lazy} what="“Try it”" />
		</div>
	);
}

const WAITING = "Waiting for the wallet: follow the browser's instructions. The request expires in ten minutes.";

const ABOVE_PX = 12;

/** Focuses a result and scrolls to its beginning: in the panel where that scrolls, else in the page. */
function showResult(result: HTMLElement | null | undefined): void {
	result?.focus({ preventScroll: true });
	const panel = result?.closest('[role="tabpanel"]');
	if (result && panel && panel.scrollHeight > panel.clientHeight)
		panel.scrollTop += result.getBoundingClientRect().top - panel.getBoundingClientRect().top - ABOVE_PX;
	else if (result && !isInSight(result)) result.scrollIntoView({ block: "start" });
}

/** Beside the controls, on a page of its own. */
function isInSight(result: HTMLElement): boolean {
	const { top } = result.getBoundingClientRect();
	return top > 0 && top < window.innerHeight / 2;
}

type ControlProps = TryItControl & { value: string | undefined; fault: string | undefined };

/** A control with its label, its help and its fault. */
function Control(props: ControlProps) {
	const { field, label, description, options, isBox, rows = 1, isHalf, sessions, value, fault } = props;
	const id = controlName(field);
	if (isBox)
		return <CheckboxField label={label} name={id} value="on" defaultChecked={value === "on"} className="gap-2" />;
	const shared = { id, name: id, label, description, error: fault };
	return (
		<div className={isHalf ? "half" : undefined} data-sessions={sessions}>
			{options ? (
				<SelectField {...shared} options={options} defaultValue={value || undefined} />
			) : (
				<TextAreaField {...shared} rows={rows} defaultValue={value} />
			)}
		</div>
	);
}
