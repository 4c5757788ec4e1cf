"use client";

import type { ReactNode, RefObject } from "react";
import { classNames } from "@/components/ui/class-names";

type EditFrameProps = {
	/** Of `useEditForm`. */
	form: {
		formRef: RefObject<HTMLFormElement | null>;
		summaryRef: RefObject<HTMLDivElement | null>;
		submit: (form: FormData) => void;
		save: () => void;
		posted: Record<string, string>;
		isLive: boolean;
	};
	canWrite: boolean;
	className?: string;
	/** What stops a save; it takes the focus then. */
	summary: ReactNode;
	children: ReactNode;
};

/** The form of a stored thing: a native one, which posts its controls while, and where, no scripts run. */
export function EditFrame({ form, canWrite, className, summary, children }: EditFrameProps) {
	return (
		<form
			ref={form.formRef}
			action={form.submit}
			onSubmit={(event) => {
				event.preventDefault();
				if (canWrite) form.save();
			}}
			noValidate
			autoComplete="off"
			data-early-guard={form.isLive ? undefined : ""}
			className={classNames("grid min-w-0 content-start gap-5", className)}
		>
			{/* Enter in a field saves: the first button of a form is the one that it presses. */}
			{canWrite ? <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" /> : null}
			{Object.entries(form.posted).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<div ref={form.summaryRef} tabIndex={-1} className="grid gap-3 empty:hidden">
				{summary}
			</div>
			{children}
		</form>
	);
}
