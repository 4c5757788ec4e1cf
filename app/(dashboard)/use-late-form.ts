"use client";

import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LateForm, LateFormState } from "./late-form";

type LateFormOptions<Values> = {
	formRef: RefObject<HTMLFormElement | null>;
	start: Values;
	/** False where the form is for looking only: its disabled fields are in no FormData. */
	canWrite: boolean;
	read: (form: FormData) => Values;
	load: (onState: (state: LateFormState) => void) => Promise<LateForm<Values>>;
};

/**
 * The live values of a native form. The inputs stay the browser's own; what was typed or ticked before this runs is
 * read on mount. Validation and dirty state come with the first interaction, see `late-form.ts`.
 */
export function useLateForm<Values>({ formRef, start, canWrite, read, load }: LateFormOptions<Values>) {
	const [values, setValues] = useState(start);
	const [state, setState] = useState<LateFormState>({ isDirty: false, errors: {} });
	const late = useRef<Promise<LateForm<Values>> | null>(null);
	const isLoaded = useRef(false);

	function ready(): Promise<LateForm<Values>> {
		late.current ??= load(setState).finally(() => {
			isLoaded.current = true;
		});
		return late.current;
	}

	function change(next: Values) {
		setValues(next);
		// Whoever leaves before the rest has come is asked too.
		if (!isLoaded.current) setState({ isDirty: !isSame(next, start), errors: {} });
		void ready().then((form) => form.change(next));
	}

	const adoptEarlyInput = useEffectEvent(() => {
		if (!formRef.current || !canWrite) return;
		const found = read(new FormData(formRef.current));
		if (!isSame(found, start)) change(found);
	});
	useEffect(() => adoptEarlyInput(), []);

	return {
		values,
		...state,
		change,
		onInput(event: FormEvent<HTMLFormElement>) {
			change(read(new FormData(event.currentTarget)));
		},
		onFocus() {
			void ready();
		},
		/** Whether the rules have come, so that asking them takes no time. */
		isReady: () => isLoaded.current,
		async validate(): Promise<boolean> {
			const form = await ready();
			if (formRef.current) form.change(read(new FormData(formRef.current)));
			return form.validate();
		},
		async rebase(next: Values) {
			(await ready()).rebase(next);
		},
	};
}

function isSame<Values>(one: Values, other: Values): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
