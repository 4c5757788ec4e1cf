import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { FormPending } from "./form-pending";

export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";

const variants: Record<ButtonVariant, string> = {
	primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
	secondary: "border-control/60 bg-surface text-ink hover:bg-sunken",
	danger: "border-transparent bg-danger text-on-danger hover:bg-danger-strong",
	quiet: "border-transparent text-accent underline-offset-2 hover:underline",
};

/** The look of a button, for links that are drawn as one. */
export function buttonClass(variant: ButtonVariant = "secondary"): string {
	return classNames(
		"inline-flex min-h-8 items-center justify-center gap-2 rounded-md border px-3 py-1 text-sm font-medium",
		"disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60",
		variants[variant],
	);
}

export function Button({
	variant = "secondary",
	type = "submit",
	className,
	children,
	...rest
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
	return (
		<button type={type} className={classNames(buttonClass(variant), className)} {...rest}>
			{children}
			{type === "submit" ? <FormPending /> : null}
		</button>
	);
}
