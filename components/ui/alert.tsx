import type { ReactNode, Ref } from "react";
import { classNames } from "./class-names";

const tones = {
	error: "border-danger bg-danger-soft text-danger",
	warning: "border-warning bg-warning-soft text-warning",
	info: "border-accent bg-accent-soft text-accent",
	success: "border-success bg-success-soft text-success",
};

type AlertProps = {
	tone: keyof typeof tones;
	title?: string;
	children?: ReactNode;
	/** Lets a form move the focus here. */
	ref?: Ref<HTMLDivElement>;
};

/** A message in the page. Errors are assertive for screen readers, everything else is polite. */
export function Alert({ tone, title, children, ref }: AlertProps) {
	return (
		<div
			ref={ref}
			tabIndex={ref ? -1 : undefined}
			role={tone === "error" ? "alert" : "status"}
			className={classNames("grid gap-1 rounded-md border-l-4 px-3 py-2.5 text-sm", tones[tone])}
		>
			{title ? <p className="font-medium">{title}</p> : null}
			{children ? <div className="grid gap-2 text-ink">{children}</div> : null}
		</div>
	);
}

type ListAlertProps = Pick<AlertProps, "tone" | "title"> & {
	/** A message, or one that links to its element. */
	items: readonly (string | readonly [target: string, message: string])[];
};

/** A list of messages; nothing where there is none. */
export function ListAlert({ items, ...alert }: ListAlertProps) {
	if (items.length === 0) return null;
	return (
		<Alert {...alert}>
			<ul className="list-disc pl-5">
				{items.map((item) => {
					if (typeof item === "string") return <li key={item}>{item}</li>;
					const [target, message] = item;
					return (
						<li key={target}>
							<a href={`#${target}`} className="inline-block py-0.5 align-top underline">
								{message}
							</a>
						</li>
					);
				})}
			</ul>
		</Alert>
	);
}
