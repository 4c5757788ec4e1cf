"use client";

import { isApple } from "@/components/ui/is-apple";
import { rememberInCookie } from "@/components/ui/remember-in-cookie";
import { isQuestionKeyOn, QUESTION_KEY_COOKIE } from "./question-key";

/** The keys of the console. Rendered in the browser only, see `keyboard-help.tsx`. */
export function KeyTable() {
	const modifier = isApple(navigator.userAgent) ? "⌘" : "Ctrl";
	return (
		<table className="text-sm">
			<thead className="sr-only">
				<tr>
					<th scope="col">Keys</th>
					<th scope="col">What they do</th>
				</tr>
			</thead>
			<tbody>
				{KEYS.map(([keys, effect]) => (
					<tr key={effect} className="border-t border-line first:border-t-0">
						<td className="w-32 py-2 pr-3 align-top whitespace-nowrap">
							{keys.map((key) => (
								<kbd
									key={key}
									className="mr-1 inline-block min-w-6 rounded border border-line bg-sunken px-1.5 text-center font-sans text-xs leading-5"
								>
									{key === "Ctrl" ? modifier : key}
								</kbd>
							))}
						</td>
						<td className="py-2">{effect}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** Switches whether the ? key opens the list. */
export function QuestionKeySwitch() {
	return (
		<label className="flex min-h-6 items-center gap-2 text-sm">
			<input
				type="checkbox"
				defaultChecked={isQuestionKeyOn()}
				onChange={({ target }) => rememberInCookie(QUESTION_KEY_COOKIE, target.checked ? "on" : "off")}
			/>
			Open this by the ? key
		</label>
	);
}

/** The guide on accessibility lists the same. "Ctrl" is shown as ⌘ on Apple machines. */
export const KEYS: readonly [keys: string[], effect: string][] = [
	[["Ctrl", "K"], "Search, jump to a page, or start an action from anywhere"],
	[["Ctrl", "S"], "Save the open form"],
	[["Enter"], "In the last value of metadata: add a row. In a filter: apply it"],
	[["↑", "↓"], "Move through search results and suggestions"],
	[["←", "→"], "Go to the next tab, or version in a history"],
	[["Esc"], "Close a dialog or a menu. Edits stay"],
	[["?"], "Open this list, outside fields"],
];
