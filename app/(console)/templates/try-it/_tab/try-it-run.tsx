"use client";

import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type LazyPart, useLazyPart } from "@/app/_page/lazy";
import { requestedNamesOf, type TemplateContent, type TemplateFormValues } from "../../_edit/template-editor";
import type { Tool, TryItResponse } from "../_run/try-it-fields";

const loadTools = () => import("./run-tool");

/** A press of a button: its names are requested, and its response comes later. */
type Run = {
	names: readonly string[];
	/** Whether a wallet is waited for. */
	isWaiting: boolean;
	response: TryItResponse | null;
	/** Pressed in the likeness of a phone, which shows the result as well. */
	isOnPhone: boolean;
};

type TryItRun = {
	lazy: LazyPart<Awaited<ReturnType<typeof loadTools>>>;
	run: Run | null;
	/** Runs a tool instead of submitting its form. */
	press: (event: MouseEvent<HTMLButtonElement>, tool: Tool, isOnPhone?: boolean) => Promise<void>;
	stop: () => void;
};

const TryItContext = createContext<TryItRun | null>(null);

type TryItProviderProps = {
	/** What is tried at the moment of a press. */
	current: () => { baseline: TemplateContent | null; values: TemplateFormValues };
	children: ReactNode;
};

/** One run at a time, with one result, for all buttons of a page. */
export function TryItProvider({ current, children }: TryItProviderProps) {
	const lazy = useLazyPart(loadTools);
	const running = useRef<{ tool: Tool; isOnPhone: boolean; stop: AbortController } | null>(null);
	const [run, setRun] = useState<Run | null>(null);
	const stop = () => running.current?.stop.abort();
	// biome-ignore lint/correctness/useExhaustiveDependencies: at the end alone.
	useEffect(() => stop, []);

	async function press(event: MouseEvent<HTMLButtonElement>, tool: Tool, isOnPhone = false) {
		event.preventDefault();
		const { form } = event.currentTarget;
		if (!form || (running.current?.tool === tool && running.current.isOnPhone === isOnPhone)) return;
		stop();
		const own = { tool, isOnPhone, stop: new AbortController() };
		running.current = own;
		const { baseline, values } = current();
		const names = requestedNamesOf(values, baseline);
		const onWait = (isWaiting: boolean) => {
			if (running.current === own) setRun({ names, isOnPhone, isWaiting, response: null });
		};
		onWait(false);
		const tools = await lazy.request();
		const pressed = { tool, form, baseline, values, names };
		const response = (await tools?.runTool(pressed, { signal: own.stop.signal, onWait })) ?? null;
		if (running.current !== own) return;
		running.current = null;
		setRun(response && { names, isOnPhone, isWaiting: false, response });
	}

	return <TryItContext value={{ lazy, run, press, stop }}>{children}</TryItContext>;
}

export function useTryIt(): TryItRun {
	const found = useContext(TryItContext);
	if (!found) throw new Error("There is nothing to try around this.");
	return found;
}
