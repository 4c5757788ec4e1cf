import { useRef, useState } from "react";
import { LazyNote, useLazyPart } from "@/app/_page/lazy";
import { buttonClass } from "@/components/ui/button";
import { ModalDialog } from "@/components/ui/modal-dialog";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { isQuestionKeyOn } from "./question-key";

const loadKeys = () => import("./keyboard-keys");

/** Fields in which ? is typed, or chooses an option. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Keyboard shortcuts, opened by ? and by links to the guide's list. It is loaded when it is first opened. */
export function KeyboardHelp() {
	const lazy = useLazyPart(loadKeys);
	const [isOpen, setIsOpen] = useState(false);
	const dialog = useRef<HTMLDialogElement>(null);
	const close = useRef<HTMLButtonElement>(null);

	function onEvent(event: MouseEvent | KeyboardEvent) {
		if (!isHelpRequest(event)) return;
		event.preventDefault();
		setIsOpen(true);
		void lazy.request();
	}
	useWindowEvent("keydown", onEvent);
	useWindowEvent("click", onEvent);

	if (!isOpen) return null;
	const { KeyTable, QuestionKeySwitch } = lazy.part ?? {};
	return (
		<ModalDialog ref={dialog} label="Keyboard" onClose={() => setIsOpen(false)} className="m-auto max-w-lg">
			{/* As high as the loaded list, also in the system's font. */}
			<div className="grid min-h-[28.5rem] grid-rows-[auto_1fr_auto] gap-4 p-5">
				<h2 className="text-lg font-semibold">Keyboard</h2>
				<div>{KeyTable ? <KeyTable /> : <LazyNote lazy={lazy} what="Keyboard shortcuts" focusOn={close} />}</div>
				<div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
					{QuestionKeySwitch ? <QuestionKeySwitch /> : null}
					<form method="dialog" className="ml-auto">
						<button ref={close} type="submit" className={buttonClass()}>
							Close
						</button>
					</form>
				</div>
			</div>
		</ModalDialog>
	);
}

/** Whether an event requests the list: a click on a link to it, or the ? key outside of a field. */
function isHelpRequest(event: MouseEvent | KeyboardEvent): boolean {
	const { target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
	if (!(target instanceof Element) || ctrlKey || metaKey || altKey || defaultPrevented) return false;
	if (!("key" in event)) return !shiftKey && target.closest("a[data-keyboard-help]") !== null;
	if (event.key !== "?" || target.closest(FIELDS) || document.querySelector("dialog:modal")) return false;
	return isQuestionKeyOn();
}
