import { KEYBOARD_HELP_ID } from "@/components/layout/keyboard-help-button";
import { Button } from "@/components/ui/button";
import { QuestionKey } from "./question-key";

type KeyboardHelpProps = {
	/** How the key beside the letter is written on this machine. */
	modifier: "Ctrl" | "⌘";
	/** Whether the ? key opens this. */
	hasQuestionKey: boolean;
};

/** The keys of the console, in a native dialog. */
export function KeyboardHelp({ modifier, hasQuestionKey }: KeyboardHelpProps) {
	const title = `${KEYBOARD_HELP_ID}-title`;
	return (
		<dialog
			id={KEYBOARD_HELP_ID}
			aria-labelledby={title}
			className="m-auto w-[calc(100%-1.5rem)] max-w-lg rounded-lg border border-line bg-surface p-0 text-ink shadow-lg"
			{...{ closedby: "any" }}
		>
			<div className="grid gap-4 p-5">
				<h2 id={title} className="text-lg font-semibold">
					Keyboard
				</h2>
				<table className="text-sm">
					<thead className="sr-only">
						<tr>
							<th scope="col">Keys</th>
							<th scope="col">What they do</th>
						</tr>
					</thead>
					<tbody>
						{keysFor(modifier).map(([keys, effect]) => (
							<tr key={effect} className="border-t border-line first:border-t-0">
								<td className="w-32 py-2 pr-3 align-top whitespace-nowrap">
									{keys.map((key) => (
										<kbd
											key={key}
											className="mr-1 inline-block min-w-6 rounded border border-line bg-sunken px-1.5 text-center font-sans text-xs leading-5"
										>
											{key}
										</kbd>
									))}
								</td>
								<td className="py-2">{effect}</td>
							</tr>
						))}
					</tbody>
				</table>
				<div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
					<QuestionKey isOn={hasQuestionKey} />
					<Button type="button" {...{ command: "close", commandfor: KEYBOARD_HELP_ID }}>
						Close
					</Button>
				</div>
			</div>
		</dialog>
	);
}

function keysFor(modifier: KeyboardHelpProps["modifier"]): [keys: string[], effect: string][] {
	return [
		[[modifier, "K"], "Search, jump to a page, or do something from anywhere"],
		[[modifier, "S"], "Save the open form"],
		[["Enter"], "In the last value of metadata: add a row. In a filter: filter"],
		[["↑", "↓"], "Choose in the search and in lists of suggestions"],
		[["←", "→"], "Choose the next tab"],
		[["Esc"], "Close a dialog or a menu. Edits stay"],
		[["?"], "This list, outside of fields"],
	];
}
