import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { FormPending } from "./form-pending";

export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";

/** The look of a button, for links that are rendered as one. */
export function buttonClass(variant: ButtonVariant = "secondary"): string {
	return variant === "secondary" ? "button" : `button ${variant}`;
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
