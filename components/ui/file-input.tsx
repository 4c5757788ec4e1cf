import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export function FileInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
	return (
		<input
			type="file"
			className={classNames(
				"w-full text-sm file:mr-3 file:rounded-md file:border file:border-control file:bg-surface file:px-3 file:py-1.5 file:text-ink",
				className,
			)}
			{...rest}
		/>
	);
}
