import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { FormPending } from "./form-pending";

export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";

/** The look of a button, for links that are rendered as one. */
export function buttonClass(variant: ButtonVariant = "secondary"): string {
	return variant === "secondary" ? "button" : `button ${variant}`;
}

/** Submits its form where no type is given, as in HTML. */
export function Button({
	variant = "secondary",
	type,
	className,
	children,
	...rest
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
	return (
		<button type={type} className={classNames(buttonClass(variant), className)} {...rest}>
			{children}
			{type === undefined || type === "submit" ? <FormPending /> : null}
		</button>
	);
}
