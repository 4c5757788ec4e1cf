import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { classNames } from "./class-names";

type ModalDialogProps = {
	/** For `close()`, after which the browser restores the focus. */
	ref: RefObject<HTMLDialogElement | null>;
	label: string;
	/** Called when it is closed: unmount it. */
	onClose: () => void;
	className: string;
	children: ReactNode;
};

/** A native modal dialog that is open once it is rendered, so that its content is not part of a page that may open it. */
export function ModalDialog({ ref, label, onClose, className, children }: ModalDialogProps) {
	useLayoutEffect(() => {
		if (!ref.current?.open) ref.current?.showModal();
	}, [ref]);
	return (
		<dialog ref={ref} closedby="any" aria-label={label} onClose={onClose} className={classNames("dialog", className)}>
			{children}
		</dialog>
	);
}
