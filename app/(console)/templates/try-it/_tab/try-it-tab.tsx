"use client";

import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { LazyNotice, useLazyPart } from "@/app/_page/lazy";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { classNames } from "@/components/ui/class-names";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { requestedNamesOf, templateEditor } from "../../_edit/template-editor";
import { controlName, type Tool, type TryItField, type TryItInput, type TryItResponse } from "../_run/try-it-fields";

const loadTools = () => import("./run-tool");

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

/** A press of a button: its names are requested, and its response comes later. */
type Run = { names: readonly string[]; isWaiting: boolean; response: TryItResponse | null };

/** The tab “Try it”. What runs its tools is loaded when it is first visible. */
export function TryItTab({ sections, input, faults: submitted, children }: TryItTabProps) {
	const { edit, getValues } = useEditing(templateEditor);
	const lazy = useLazyPart(loadTools);
	const tab = useRef<HTMLDivElement>(null);
	const running = useRef<{ tool: Tool; stop: AbortController } | null>(null);
	const [run, setRun] = useState<Run | null>(null);
	const faults = (run ? run.response?.faults : submitted) ?? {};

	const onSight = useEffectEvent(() => void lazy.request());
	useEffect(() => {
		// A busy page gets several entries at once: hidden, then visible.
		const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onSight());
		if (tab.current) sight.observe(tab.current);
		return () => {
			sight.disconnect();
			running.current?.stop.abort();
		};
	}, []);

	async function press(event: MouseEvent<HTMLButtonElement>, tool: Tool) {
		event.preventDefault();
		const { form } = event.currentTarget;
		const tools = await lazy.request();
		if (!tools || !form || running.current?.tool === tool) return;
		running.current?.stop.abort();
		const own = { tool, stop: new AbortController() };
		running.current = own;
		const values = getValues();
		const names = requestedNamesOf(values, edit.baseline);
		const onWait = (isWaiting: boolean) => {
			if (running.current === own) setRun({ names, isWaiting, response: null });
		};
		onWait(false);
		const pressed = { tool, form, baseline: edit.baseline, values, names };
		const response = await tools.runTool(pressed, { signal: own.stop.signal, onWait });
		if (running.current !== own) return;
		running.current = null;
		setRun({ names, isWaiting: false, response });
	}

	// Once the response is rendered, the focus moves to the field with a fault, or to the result.
	const response = run?.response;
	useEffect(() => {
		const control = response?.faults && tab.current?.querySelector<HTMLElement>("[aria-invalid]");
		control?.closest("details")?.setAttribute("open", "");
		if (control) control.focus();
		else if (response) showResult(tab.current?.querySelector("section[tabindex='-1']"));
	}, [response]);

	const controls = (fields: readonly TryItControl[]) =>
		fields.map((each) => <Control key={each.field} {...each} value={input?.[each.field]} fault={faults[each.field]} />);
	const { WalletCode, Outcome } = lazy.part ?? {};
	return (
		<div ref={tab} className="try-it">
			<div className="grid gap-5 text-sm">
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
				{/* After all buttons: nothing moves when a result is added. */}
				<div className="border-t border-line pt-4 empty:hidden">
					{run === null ? children : null}
					{run && !response ? (
						<div className="flex flex-wrap items-center gap-3">
							<p role="status" className="text-muted">
								{run.isWaiting ? WAITING : "Working…"}
							</p>
							{run.isWaiting ? (
								<Button type="button" onClick={() => running.current?.stop.abort()}>
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
	else result?.scrollIntoView({ block: "start" });
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
