import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { describedBy, Field } from "@/components/ui/field";

type SearchFieldProps = Omit<ComponentProps<"input">, "children" | "form"> & {
	id: string;
	/** Of the page that searches by `?q=`, also without scripts. */
	path: string;
	label: string;
	help?: string;
	/** Why what was typed is not searched for. */
	fault: string | null;
	onSearch?: ComponentProps<"form">["onSubmit"];
	/** What else the search keeps. */
	children?: ReactNode;
};

/** The search of a page, wherever there is one: a native form with its label, its help and its button. */
export function SearchField({ id, path, label, help, fault, onSearch, children, ...input }: SearchFieldProps) {
	return (
		<search>
			<form action={path} onSubmit={onSearch}>
				<Field id={id} label={label} description={help} error={fault}>
					<div className="flex max-w-2xl flex-wrap gap-2">
						<input
							id={id}
							type="search"
							name="q"
							autoComplete="off"
							autoCapitalize="off"
							spellCheck={false}
							aria-invalid={fault ? true : undefined}
							aria-describedby={describedBy(id, help, fault)}
							className="control max-w-xl flex-1 basis-60"
							{...input}
						/>
						{children}
						<Button>Search</Button>
					</div>
				</Field>
			</form>
		</search>
	);
}
