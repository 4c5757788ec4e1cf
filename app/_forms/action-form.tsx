"use client";

import {
	type ComponentProps,
	type FormEvent,
	type ReactNode,
	startTransition,
	useActionState,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import { busyButton, ProblemAlert, useWait } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type FormAction, keepInput } from "./keep-input";

/** `done`: what was done, in words. */
export type FormResult = { problem?: Problem; done?: string };

type FormOptions<State> = {
	/** What a failed request leaves of the result before it, or of what was sent; by default nothing. */
	kept?: (state: Awaited<State>, form: FormData) => Omit<State, "problem">;
	/** The problem where there is no response. */
	unconfirmed?: Problem | undefined;
};

/**
 * A form that is submitted to an action, for `ActionForm`. React would empty it after the action whatever the result is;
 * this one keeps what was typed and ticked. One submit is under way at a time, none while the service asks to wait.
 */
export function useActionForm<State extends FormResult>(
	action: FormAction<State>,
	start: Awaited<State>,
	{ kept = () => start, unconfirmed }: FormOptions<State> = {},
) {
	const [state, dispatch, isPending] = useActionState<State, FormData>(keepInput(action, kept, unconfirmed), start);
	const [first] = useState(state);
	const wait = useWait(state.problem);
	const send = (form: FormData) => startTransition(() => dispatch(form));
	return {
		state,
		/**
		 * The result of a submit without scripts, from which alone fields take their initial values: those of a later result
		 * would replace what was typed.
		 */
		first,
		isPending,
		wait,
		/** Of the form without scripts. */
		dispatch,
		/** Submits without a press. */
		send,
		onSubmit(event: FormEvent<HTMLFormElement>) {
			event.preventDefault();
			const { submitter } = event.nativeEvent as SubmitEvent;
			if (wait === 0 && !isPending) send(new FormData(event.currentTarget, submitter));
		},
	};
}

/** Calls back once for every new result of an action, or other new value. */
export function useResult<Result>(result: Result, callback: (result: Result) => void): void {
	const seen = useRef(result);
	const onResult = useEffectEvent(callback);
	useEffect(() => {
		if (seen.current === result) return;
		seen.current = result;
		onResult(result);
	}, [result]);
}

/** What `ActionForm` and its parts need of `useActionForm`. */
export type OpenForm = Omit<ReturnType<typeof useActionForm<FormResult>>, "first" | "send">;

type ActionFormProps = ComponentProps<"form"> & {
	of: OpenForm;
	/** The fields without an input, by name. */
	sends?: Record<string, string> | undefined;
};

/** @param props `action`, where the form without scripts is sent elsewhere */
export function ActionForm({ of, sends = {}, children, ...props }: ActionFormProps) {
	return (
		<form action={of.dispatch} {...props} onSubmit={of.onSubmit}>
			{Object.entries(sends).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
		</form>
	);
}

/** A submit button of the form, which keeps the focus while it is under way. */
export function SubmitButton({ of, ...props }: ComponentProps<typeof Button> & { of: OpenForm }) {
	return <Button {...busyButton(of)} {...props} />;
}

type SubmitRowProps = ComponentProps<typeof SubmitButton> & {
	/** What is under way, in words. */
	working?: string | undefined;
	/** Before the button. */
	lead?: ReactNode;
};

/** The button, and beside it what is under way, then what was done. */
export function SubmitRow({ working, lead, ...button }: SubmitRowProps) {
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
			{lead}
			<SubmitButton {...button} />
			<FormStatus of={button.of} working={working} />
		</div>
	);
}

/** The form's one status line: what is under way, then what was done. A problem is announced by its own alert. */
export function FormStatus({ of, working = "Sending…" }: Pick<SubmitRowProps, "of" | "working">) {
	return (
		<p role="status" className="text-sm empty:hidden">
			{of.isPending ? working : of.state.done}
		</p>
	);
}

type ButtonFormProps = Pick<ActionFormProps, "sends"> &
	Pick<FormOptions<FormResult>, "unconfirmed"> &
	Pick<SubmitRowProps, "variant" | "working" | "aria-describedby"> & { action: FormAction<FormResult>; label: string };

/** A form with one button, whose result is said beside it. */
export function ButtonForm({ action, label, sends, unconfirmed, ...row }: ButtonFormProps) {
	const form = useActionForm<FormResult>(action, {}, { unconfirmed });
	const { problem } = form.state;
	return (
		<ActionForm of={form} sends={sends} className="grid justify-items-start gap-3">
			<SubmitRow of={form} {...row}>
				{label}
			</SubmitRow>
			{problem ? <ProblemAlert problem={problem} /> : null}
		</ActionForm>
	);
}
