"use client";

import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { describedBy, Field } from "@/components/ui/field";
import { searchFault } from "@/lib/dashboard/search-text";

const TYPING_PAUSE_MS = 250;

type SearchBoxProps = {
	/** The path of the page that searches without scripts, as `?q=`. */
	action: string;
	label: string;
	help: string;
	/** What the page was rendered for. */
	text: string;
	/** The trimmed text, after a pause in typing, and at once for what was typed before hydration. None that is too long. */
	onText: (text: string) => void;
};

/** A native search form; once hydrated it reports what is typed. */
export function SearchBox({ action, label, help, text, onText }: SearchBoxProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const reported = useRef(text);
	const [fault, setFault] = useState(searchFault(text));
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

	function report(typed: string) {
		const found = searchFault(typed);
		setFault(found);
		if (found || typed === reported.current) return;
		reported.current = typed;
		onText(typed);
	}

	const adoptEarlyInput = useEffectEvent(() => report(input.current?.value.trim() ?? text));
	useEffect(() => {
		adoptEarlyInput();
		return () => clearTimeout(typing.current);
	}, []);

	// A link to another search, or to none: what is being typed is never overwritten.
	useEffect(() => {
		if (!input.current || text === reported.current || document.activeElement === input.current) return;
		input.current.value = text;
		reported.current = text;
		setFault(searchFault(text));
	}, [text]);

	return (
		<search>
			<form
				action={action}
				onSubmit={(event) => {
					const found = searchFault(input.current?.value.trim() ?? "");
					setFault(found);
					if (found) event.preventDefault();
				}}
			>
				<Field id={id} label={label} description={help} error={fault}>
					<div className="flex max-w-2xl flex-wrap gap-3">
						<input
							ref={input}
							id={id}
							type="search"
							name="q"
							defaultValue={text}
							autoComplete="off"
							autoCapitalize="off"
							spellCheck={false}
							aria-invalid={fault ? true : undefined}
							aria-describedby={describedBy(id, help, fault)}
							className="control max-w-xl flex-1 basis-60"
							onInput={({ currentTarget: { value } }) => {
								clearTimeout(typing.current);
								typing.current = setTimeout(() => report(value.trim()), TYPING_PAUSE_MS);
							}}
						/>
						<Button variant="primary">Search</Button>
					</div>
				</Field>
			</form>
		</search>
	);
}
