"use client";

import { useRef } from "react";
import { ActionForm, SubmitRow, useActionForm, useResult } from "@/app/_forms/action-form";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { TextAreaField } from "@/components/ui/text-area-field";
import type { CommentState } from "../proposal-actions";

type CommentFormProps = {
	action: (state: CommentState, form: FormData) => Promise<CommentState>;
	/** Hidden fields by name. */
	sends: Record<string, string>;
	/** In characters. */
	lengthMax: number;
};

/** Adds a comment to a proposal; the field is empty again once it is added. */
export function CommentForm({ action, sends, lengthMax }: CommentFormProps) {
	const form = useActionForm<CommentState>(action, {});
	const { state, first } = form;
	const text = useRef<HTMLTextAreaElement>(null);
	const sent = useRef("");
	useResult(state, ({ problem }) => {
		// Another one may have been begun meanwhile.
		if (text.current?.value === sent.current && !problem) text.current.value = "";
	});
	const noted: typeof form = {
		...form,
		onSubmit(event) {
			if (!form.isPending) sent.current = text.current?.value ?? "";
			form.onSubmit(event);
		},
	};
	return (
		<ActionForm of={noted} sends={sends} className="grid gap-3">
			<TextAreaField
				ref={text}
				name="comment"
				label="Comment"
				description={`Everyone with access to this console reads it. Up to ${lengthMax.toLocaleString("en")} characters.`}
				rows={3}
				defaultValue={first.comment ?? ""}
			/>
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<SubmitRow of={form}>Add comment</SubmitRow>
		</ActionForm>
	);
}
