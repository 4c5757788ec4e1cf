import type { ReactNode } from "react";
import { Button } from "./button";
import { CancelButton } from "./cancel-button";

type ConfirmDialogProps = {
	id: string;
	title: string;
	/** States what is destroyed, whose it is and how many. */
	children: ReactNode;
	/** The form or button that confirms, repeating the verb. */
	action: ReactNode;
	/** Open from the start, not modal: the page without scripts, after a refusal. */
	isOpen?: boolean;
};

/**
 * A native modal dialog, opened by `DialogTrigger` with the platform's own invoker commands, so it needs no script.
 * "Cancel" has the focus when it opens.
 */
export function ConfirmDialog({ id, title, children, action, isOpen }: ConfirmDialogProps) {
	return (
		<dialog id={id} open={isOpen} aria-labelledby={`${id}-title`} className="dialog confirmation">
			<div>
				<h2 id={`${id}-title`}>{title}</h2>
				<div>{children}</div>
				<div>
					<CancelButton dialog={id} />
					{action}
				</div>
			</div>
		</dialog>
	);
}

type DialogTriggerProps = {
	dialog: string;
	describedBy?: string | undefined;
	children: ReactNode;
};

export function DialogTrigger({ dialog, describedBy, children }: DialogTriggerProps) {
	return (
		<Button type="button" aria-describedby={describedBy} {...{ command: "show-modal", commandfor: dialog }}>
			{children}
		</Button>
	);
}
