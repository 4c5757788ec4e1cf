import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export function FileInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
	return <input type="file" className={classNames("file-input", className)} {...rest} />;
}
